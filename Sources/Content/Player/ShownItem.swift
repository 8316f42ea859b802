internal import Composition
internal import DisplayTypes
internal import Timeline

/// A moment's picture among those that a region shows: one alone, or several while one gives way to the next.
struct ShownItem {
  let leaf: Leaf
  /// How it comes in and goes.
  var animations: [LayerAnimation] = []
  /// Holds it in its place where an edge lays it open.
  var counter: [LayerAnimation] = []
  /// When nothing of it is seen any more; nil while nothing else comes.
  var end: MonotonicTime?
  /// What the proof of play knows it by; 0 for nothing.
  var number: UInt32 = 0

  /// Its layers, in those of the region.
  func layer(on geometry: OutputGeometry) -> Layer {
    let bounds = PointRect(size: geometry.size)
    let tree = leaf.tree
    var contents = Backdrop.layers(of: tree, on: geometry) + tree.layers
    if !counter.isEmpty {
      contents = [Layer(id: LayerID(rawValue: 0), frame: bounds, animations: counter, sublayers: contents)]
    }
    return Layer(
      id: LayerID(rawValue: 0), frame: bounds, clipsSublayers: !counter.isEmpty, isSecret: leaf.isSecret, item: number,
      animations: animations,
      sublayers: contents)
  }
}
