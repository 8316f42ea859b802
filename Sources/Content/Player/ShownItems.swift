package import Composition
internal import ContentModel
package import DisplayTypes

/// The visible items of a region: the newest one, and those that it replaces.
struct ShownItems {
  /// From the lowest to the newest.
  private(set) var items: [ShownItem] = []
  /// The newest item's moment; nil before the first item.
  private(set) var moment: TimelineMoment?
  private(set) var former: TimelineMoment?
  private(set) var settles: MonotonicTime?

  /// The time from the end of a transition until the former items are dropped, in nanoseconds.
  static let patience: UInt64 = 20_000_000

  var newest: PreparedItem? { items.last?.leaf }

  /// Includes items that are being replaced, because they are visible until the transition ends.
  var cards: SetupCardState.Demand { items.reduce(SetupCardState.Demand()) { $0.joined(with: $1.leaf.cards) } }

  mutating func add(_ item: ShownItem, _ moment: TimelineMoment) {
    items.append(item)
    former = self.moment
    self.moment = moment
  }

  /// Keeps the newest item for another moment or turn; returns whether its number has changed.
  mutating func keep(_ moment: TimelineMoment, as number: UInt32) -> Bool {
    self.moment = moment
    guard let index = items.indices.last, items[index].number != number else { return false }
    items[index].number = number
    return true
  }

  mutating func clear() {
    drop { _ in true }
    settles = nil
  }

  mutating func giveWay(by motion: TransitionMotion, at now: MonotonicTime) {
    drop { $0.end.map { $0.advanced(by: Self.patience) <= now } == true }
    for index in items.indices {
      items[index].animations += motion.outgoing
      items[index].end = min(items[index].end ?? motion.end, motion.end)
    }
    settles = motion.end.advanced(by: Self.patience)
  }

  /// Drops the former items after the transition.
  mutating func settle() {
    settles = nil
    guard let last = items.last else { return }
    drop { $0.leaf !== last.leaf }
    items = [ShownItem(leaf: last.leaf, number: last.number)]
  }

  private mutating func drop(where isGone: (ShownItem) -> Bool) {
    for item in items where isGone(item) { item.leaf.cancel() }
    items.removeAll(where: isGone)
  }

  func layers(on geometry: OutputGeometry) -> [Layer] { items.map { $0.layer(on: geometry) } }

  /// The tree of the only item, if that does not change with time.
  var stillTree: LayerTree? {
    guard items.count == 1, let item = items.first, item.animations.isEmpty, moment?.since == nil, moment?.until == nil
    else { return nil }
    var tree = item.leaf.tree
    for index in tree.layers.indices {
      tree.layers[index].item = item.number
      tree.layers[index].isSecret = tree.layers[index].isSecret || item.leaf.isSecret
    }
    return tree
  }
}

/// An item of a region: alone, or one of several during a transition.
package struct ShownItem {
  let leaf: PreparedItem
  var animations: [LayerAnimation] = []
  /// Keeps the picture in place while an edge reveals it.
  var counter: [LayerAnimation] = []
  /// The moment from which the item is invisible; nil until its successor comes.
  var end: MonotonicTime?
  /// The number in the proof of play; 0 for none.
  var number: UInt32 = 0

  func layer(on geometry: OutputGeometry) -> Layer {
    var layer = Self.layer(of: leaf.tree, on: geometry, animations: animations, counter: counter)
    layer.isSecret = leaf.isSecret
    layer.item = number
    return layer
  }

  /// A tree as one layer with the animations of a transition.
  package nonisolated static func layer(
    of tree: LayerTree, on geometry: OutputGeometry, animations: [LayerAnimation], counter: [LayerAnimation] = []
  ) -> Layer {
    let bounds = PointRect(size: geometry.size)
    var contents = Backdrop.layers(of: tree, on: geometry) + tree.layers
    if !counter.isEmpty {
      contents = [Layer(id: LayerID(rawValue: 0), frame: bounds, animations: counter, sublayers: contents)]
    }
    return Layer(
      id: LayerID(rawValue: 0), frame: bounds, clipsSublayers: !counter.isEmpty, animations: animations,
      sublayers: contents)
  }
}
