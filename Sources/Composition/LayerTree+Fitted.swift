public import DisplayTypes

extension LayerTree {
  /// The tree as a picture within another: as large as fits, in the middle, and black around it.
  ///
  /// Nothing of it reaches beyond its own edges, and what moves goes on moving. Empty where one of the sizes is.
  ///
  /// - Parameters:
  ///   - size: the points that the tree was laid out for.
  ///   - other: the points that it is to be seen in.
  public func fitted(from size: PointSize, into other: PointSize) -> LayerTree {
    guard size.width > 0, size.height > 0, other.width > 0, other.height > 0 else { return LayerTree() }
    let factor = min(other.width / size.width, other.height / size.height)
    let (width, height) = (size.width * factor, size.height * factor)
    let largest = layers.map(\.largestID).max() ?? 0
    let picture = Layer(
      id: LayerID(rawValue: largest &+ 1),
      frame: PointRect(x: (other.width - width) / 2, y: (other.height - height) / 2, width: width, height: height),
      contents: .solid(background), clipsSublayers: true, sublayers: layers.map { $0.scaled(by: factor) })
    return LayerTree(layers: [picture])
  }
}

extension Layer {
  fileprivate var largestID: UInt32 {
    sublayers.reduce(id.rawValue) { max($0, $1.largestID) }
  }

  /// Pictures are enlarged and reduced smoothly: sharp ones were so for pixels that are no longer the screen's.
  fileprivate func scaled(by factor: Double) -> Layer {
    var layer = self
    layer.frame = PointRect(
      x: frame.x * factor, y: frame.y * factor, width: frame.width * factor, height: frame.height * factor)
    if factor != 1 { layer.sampling = .smooth }
    layer.animations = animations.map { $0.scaled(by: factor) }
    layer.sublayers = sublayers.map { $0.scaled(by: factor) }
    return layer
  }
}

extension LayerAnimation {
  fileprivate func scaled(by factor: Double) -> LayerAnimation {
    var animation = self
    switch property {
    case .offset(let keyframes):
      animation.property = .offset(keyframes.map { PointOffset(x: $0.x * factor, y: $0.y * factor) })
    case .opacity, .contentsRect: break
    }
    return animation
  }
}
