public import DisplayTypes

extension LayerTree {
  /// What stands in the place of private layers.
  public static let placeholder = Color(red: 0x60, green: 0x60, blue: 0x60)

  /// The tree as others may see it: of private layers only their places are left, each covered by a placeholder that stands still.
  public func masked() -> LayerTree {
    guard layers.contains(where: \.hidesSomething) else { return self }
    return LayerTree(background: background, layers: layers.map { $0.masked() })
  }

  /// The tree in one private layer.
  ///
  /// - Parameter size: the points that it was laid out for.
  public func madePrivate(size: PointSize) -> LayerTree {
    let largest = layers.map(\.largestID).max() ?? 0
    let all = Layer(
      id: LayerID(rawValue: largest &+ 1), frame: PointRect(size: size), contents: .solid(background), isPrivate: true,
      sublayers: layers)
    return LayerTree(background: LayerTree.placeholder, layers: [all])
  }
}

extension Layer {
  fileprivate var hidesSomething: Bool { isPrivate || sublayers.contains(where: \.hidesSomething) }

  fileprivate func masked() -> Layer {
    guard hidesSomething else { return self }
    var layer = self
    if isPrivate {
      // Nothing of the old layer but its place and how visible it is: its motion and what it is made of would tell.
      return Layer(id: id, frame: frame, contents: .solid(LayerTree.placeholder), opacity: opacity)
    }
    layer.sublayers = sublayers.map { $0.masked() }
    return layer
  }
}
