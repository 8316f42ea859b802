public import DisplayTypes

extension LayerTree {
  /// Several trees in one picture, each in its frame and cut off at its edges, the last on top; what moves goes on moving.
  ///
  /// - Parameters:
  ///   - windows: trees, each laid out for the size of its frame.
  ///   - size: of the whole picture, in points.
  ///   - background: where there is no window.
  public static func composed(
    _ windows: [(tree: LayerTree, frame: PointRect)], size: PointSize, background: Color
  ) -> LayerTree {
    if windows.count == 1, let only = windows.first, only.frame == PointRect(size: size) { return only.tree }
    var last: UInt32 = 0
    func renumbered(_ layer: Layer) -> Layer {
      var copy = layer
      copy.id = LayerID(rawValue: last)
      last &+= 1
      copy.sublayers = layer.sublayers.map(renumbered)
      return copy
    }
    let layers = windows.map { window in
      renumbered(
        Layer(
          id: LayerID(rawValue: 0), frame: window.frame, contents: .solid(window.tree.background), clipsSublayers: true,
          sublayers: window.tree.layers))
    }
    return LayerTree(background: background, layers: layers)
  }
}
