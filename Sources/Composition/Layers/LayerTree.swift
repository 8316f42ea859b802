public import DisplayTypes

/// All that a window shows: a background and layers above it, in points of the geometry that it was laid out for.
public struct LayerTree: Equatable, Sendable {
  /// Covers the whole picture area below the layers; overscan margins outside it are black.
  public var background: Color
  /// Drawn in this order.
  public var layers: [Layer]

  /// Makes a tree; its layers have identifiers of their own each.
  public init(background: Color = .black, layers: [Layer] = []) {
    self.background = background
    self.layers = layers
  }

  /// Whether a frame now and a frame later may differ without a new tree: an animation runs that has not ended by `time`.
  public func isAnimated(at time: MonotonicTime) -> Bool {
    func animated(_ layer: Layer) -> Bool {
      layer.animations.contains { $0.isRunning(at: time) } || layer.sublayers.contains(where: animated)
    }
    return layers.contains(where: animated)
  }
}

extension LayerTree {
  /// Combines several trees in one picture, each clipped to its frame, the last on top.
  ///
  /// Animations continue.
  ///
  /// - Parameters:
  ///   - windows: trees, each laid out for the size of its frame.
  ///   - size: of the whole picture, in points.
  ///   - background: the colour beside the windows.
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

extension LayerTree {
  /// Centres the tree as a picture within another one, with black around it.
  ///
  /// The tree is clipped to its edges, and animations continue. Empty if one of the sizes is.
  ///
  /// - Parameters:
  ///   - size: the points of the tree's layout.
  ///   - other: the points of the outer picture.
  ///   - fit: the way to fit one shape into the other.
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

  /// Shows the tree as a picture of so many pixels on a screen: each pixel becomes a square of screen pixels, as large as possible,
  /// centred, with black around it.
  ///
  /// If the screen has fewer pixels, or pixels that are not square, the picture is as large as possible.
  ///
  /// - Parameters:
  ///   - size: the pixels of the tree's layout, at one point each.
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

extension LayerTree {
  /// The placeholder for private layers.
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
      // The placeholder keeps only the place and visibility of the layer. Its motion and contents would reveal something.
      return Layer(id: id, frame: frame, contents: .solid(LayerTree.placeholder), opacity: opacity)
    }
    layer.sublayers = sublayers.map { $0.masked() }
    return layer
  }
}
