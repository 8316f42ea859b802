public import DisplayTypes

extension LayerTree {
  /// The tree as a picture within another, in the middle, and black around it.
  ///
  /// Nothing of it reaches beyond its own edges, and what moves goes on moving. Empty where one of the sizes is.
  ///
  /// - Parameters:
  ///   - size: the points that the tree was laid out for.
  ///   - other: the points that it is to be seen in.
  ///   - fit: how one shape lies in the other.
  public func fitted(from size: PointSize, into other: PointSize, fit: MirrorFit = .letterbox) -> LayerTree {
    guard size.width > 0, size.height > 0, other.width > 0, other.height > 0 else { return LayerTree() }
    let (x, y) = (other.width / size.width, other.height / size.height)
    let factor =
      switch fit {
      case .letterbox: Factor(min(x, y))
      case .fill: Factor(max(x, y))
      case .stretch: Factor(x: x, y: y)
      }
    return placed(from: size, into: other, factor: factor, .smooth)
  }

  /// The tree as a picture of so many pixels on a screen: each pixel becomes a square of screen pixels, as large as fits, in the
  /// middle, and black around it.
  ///
  /// Where the screen has fewer pixels, or none that are square, it is as large as fits.
  ///
  /// - Parameters:
  ///   - size: the pixels that the tree was laid out for, at one point each.
  ///   - geometry: the screen's.
  public func enlarged(from size: PixelSize, into geometry: OutputGeometry) -> LayerTree {
    guard !size.isEmpty else { return LayerTree() }
    let points = PointSize(width: Double(size.width), height: Double(size.height))
    let pixels = geometry.uprightPixels
    let factor = min(pixels.width / size.width, pixels.height / size.height)
    guard factor > 0, geometry.pixelAspectRatio == 1 else { return fitted(from: points, into: geometry.size) }
    // Half a pixel beside the picture would be in the middle, but make its edges soft.
    let odd = PointOffset(
      x: Double((pixels.width - size.width * factor) % 2) / geometry.scale,
      y: Double((pixels.height - size.height * factor) % 2) / geometry.scale)
    let room = PointSize(width: geometry.size.width - odd.x, height: geometry.size.height - odd.y)
    return placed(from: points, into: room, factor: Factor(Double(factor) / geometry.scale), .sharp)
  }

  private func placed(from size: PointSize, into other: PointSize, factor: Factor, _ sampling: Sampling) -> LayerTree {
    let (width, height) = (size.width * factor.x, size.height * factor.y)
    let largest = layers.map(\.largestID).max() ?? 0
    let picture = Layer(
      id: LayerID(rawValue: largest &+ 1),
      frame: PointRect(x: (other.width - width) / 2, y: (other.height - height) / 2, width: width, height: height),
      contents: .solid(background), clipsSublayers: true, sublayers: layers.map { $0.scaled(by: factor, sampling) })
    return LayerTree(layers: [picture])
  }
}

/// How much larger everything becomes.
private struct Factor: Equatable {
  var x: Double
  var y: Double

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init(_ both: Double) { self.init(x: both, y: both) }
}

extension Layer {
  var largestID: UInt32 {
    sublayers.reduce(id.rawValue) { max($0, $1.largestID) }
  }

  /// Where pictures are enlarged and reduced smoothly, so are sharp ones: they were so for pixels that are no longer the screen's.
  fileprivate func scaled(by factor: Factor, _ sampling: Sampling) -> Layer {
    var layer = self
    layer.frame = PointRect(
      x: frame.x * factor.x, y: frame.y * factor.y, width: frame.width * factor.x, height: frame.height * factor.y)
    if factor != Factor(1) { layer.sampling = sampling }
    layer.animations = animations.map { $0.scaled(by: factor) }
    layer.sublayers = sublayers.map { $0.scaled(by: factor, sampling) }
    return layer
  }
}

extension LayerAnimation {
  fileprivate func scaled(by factor: Factor) -> LayerAnimation {
    var animation = self
    switch property {
    case .offset(let keyframes):
      animation.property = .offset(keyframes.map { PointOffset(x: $0.x * factor.x, y: $0.y * factor.y) })
    case .opacity, .contentsRect: break
    }
    return animation
  }
}
