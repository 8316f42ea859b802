public import DisplayTypes

/// The picture of a window: a background and the layers above it, in points of the geometry of its layout.
public struct LayerTree: Equatable, Sendable {
  /// The colour of the whole picture area below the layers; overscan margins outside it are black.
  public var background: Color
  /// The layers, drawn in this order.
  public var layers: [Layer]

  /// Makes a tree; the identifiers of its layers must be unique.
  public init(background: Color = .black, layers: [Layer] = []) {
    self.background = background
    self.layers = layers
  }

  /// Whether a frame after `time` may differ without a new tree, because an animation is still running.
  package func isAnimated(at time: MonotonicTime) -> Bool {
    func animated(_ layer: Layer) -> Bool {
      layer.animations.contains { $0.isRunning(at: time) } || layer.contents.hasWaitingFrame(at: time)
        || layer.sublayers.contains(where: animated)
    }
    return layers.contains(where: animated)
  }

  /// Adds the surfaces of all layers that are not in the list.
  package func addSurfaces(to feeds: inout [SurfaceFeed]) {
    func add(_ layer: Layer) {
      if case .surface(let feed) = layer.contents, !feeds.contains(where: { $0 === feed }) { feeds.append(feed) }
      for sublayer in layer.sublayers { add(sublayer) }
    }
    for layer in layers { add(layer) }
  }

  package var showsSurfaces: Bool {
    var feeds: [SurfaceFeed] = []
    addSurfaces(to: &feeds)
    return !feeds.isEmpty
  }

  /// Whether another screen has taken a frame of a surface that this picture does not have, or that was not due at `time`.
  package func hasNewerFrame(than shown: ResolvedFrame, at time: MonotonicTime) -> Bool {
    func isOld(_ layer: Layer) -> Bool {
      if case .surface(let feed) = layer.contents, let current = feed.current {
        let frame = shown.frame(of: feed)
        // A layer that is not visible has no frame and needs none.
        if frame !== current, frame != nil || current.target > time { return true }
      }
      return layer.sublayers.contains(where: isOld)
    }
    return layers.contains(where: isOld)
  }

  /// Whether a layer shows this surface.
  package func shows(_ feed: SurfaceFeed) -> Bool {
    func shows(_ layer: Layer) -> Bool {
      layer.contents == .surface(feed) || layer.sublayers.contains(where: shows)
    }
    return layers.contains(where: shows)
  }

  /// Whether an animation waits for its first refresh.
  package var awaitsRefresh: Bool {
    func awaits(_ layer: Layer) -> Bool {
      layer.animations.contains(where: \.isWaiting) || layer.sublayers.contains(where: awaits)
    }
    return layers.contains(where: awaits)
  }

  /// Starts the animations that wait for their first refresh.
  package func startAnimations(at time: MonotonicTime) {
    func start(_ layer: Layer) {
      for animation in layer.animations { animation.origin?.start(at: time) }
      for sublayer in layer.sublayers { start(sublayer) }
    }
    for layer in layers { start(layer) }
  }

  /// Combines several trees in one picture, each clipped to its frame, with the last on top. Animations continue. Each tree was laid out
  /// for the size of its frame. `background` is the colour outside all frames.
  package static func composed(
    _ windows: [(tree: LayerTree, frame: PointRect)], size: PointSize, background: Color
  ) -> LayerTree {
    if windows.count == 1, let only = windows.first, only.frame == PointRect(size: size) { return only.tree }
    let layers = windows.map { window in
      Layer(
        id: LayerID(rawValue: 0), frame: window.frame, contents: .solid(window.tree.background), clipsSublayers: true,
        sublayers: window.tree.layers)
    }
    return LayerTree(background: background, layers: layers).numbered()
  }

  /// The tree with a unique identifier for each layer.
  package func numbered() -> LayerTree {
    var last: UInt32 = 0
    func numbered(_ layer: Layer) -> Layer {
      var copy = layer
      last &+= 1
      copy.id = LayerID(rawValue: last)
      copy.sublayers = layer.sublayers.map(numbered)
      return copy
    }
    return LayerTree(background: background, layers: layers.map(numbered))
  }

  /// Centres the tree, laid out for `size`, within `other`, clipped and with black around it; empty if one size is empty.
  package func fitted(from size: PointSize, into other: PointSize, fit: MirrorFit = .letterbox) -> LayerTree {
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

  /// Shows each of `size` pixels of the tree's layout as a square of screen pixels, as large as possible, with black around it. If the
  /// screen has fewer pixels, or pixels that are not square, the picture is as large as possible.
  package func enlarged(from size: PixelSize, into geometry: OutputGeometry) -> LayerTree {
    guard !size.isEmpty else { return LayerTree() }
    let points = PointSize(width: Double(size.width), height: Double(size.height))
    let pixels = geometry.uprightPixels
    let factor = min(pixels.width / size.width, pixels.height / size.height)
    guard factor > 0, geometry.pixelAspectRatio == 1 else { return fitted(from: points, into: geometry.size) }
    // An exact centre may lie half a pixel off, which would make the picture's edges soft.
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

  package static let placeholder = Color(red: 0x60, green: 0x60, blue: 0x60)

  /// The tree for other users: a placeholder without motion covers each private layer, and only its place remains.
  package func masked() -> LayerTree {
    guard layers.contains(where: \.hidesSomething) else { return self }
    return LayerTree(background: background, layers: layers.map { $0.masked() })
  }

  /// The tree in one private layer; `size` is the size of its layout in points.
  package func madePrivate(size: PointSize) -> LayerTree {
    let largest = layers.map(\.largestID).max() ?? 0
    let all = Layer(
      id: LayerID(rawValue: largest &+ 1), frame: PointRect(size: size), contents: .solid(background), isPrivate: true,
      sublayers: layers)
    return LayerTree(background: LayerTree.placeholder, layers: [all])
  }
}

private struct Factor: Equatable {
  var x: Double
  var y: Double
}

extension Factor {
  fileprivate init(_ both: Double) { self.init(x: both, y: both) }
}

extension Layer {
  var largestID: UInt32 { sublayers.reduce(id.rawValue) { max($0, $1.largestID) } }

  /// If a picture is scaled smoothly, its sharp parts become smooth too, because their pixels are no longer the screen's.
  fileprivate func scaled(by factor: Factor, _ sampling: Sampling) -> Layer {
    var layer = self
    layer.frame = PointRect(
      x: frame.x * factor.x, y: frame.y * factor.y, width: frame.width * factor.x, height: frame.height * factor.y)
    if factor != Factor(1) { layer.sampling = sampling }
    for index in animations.indices {
      guard case .offset(let keyframes) = animations[index].property else { continue }
      let scaled = keyframes.map { PointOffset(x: $0.x * factor.x, y: $0.y * factor.y) }
      layer.animations[index].property = .offset(scaled)
    }
    layer.sublayers = sublayers.map { $0.scaled(by: factor, sampling) }
    return layer
  }

  fileprivate var hidesSomething: Bool { isPrivate || sublayers.contains(where: \.hidesSomething) }

  fileprivate func masked() -> Layer {
    guard hidesSomething else { return self }
    // The placeholder keeps only the place and visibility of the layer. Its motion and contents would reveal something.
    if isPrivate { return Layer(id: id, frame: frame, contents: .solid(LayerTree.placeholder), opacity: opacity) }
    var layer = self
    layer.sublayers = sublayers.map { $0.masked() }
    return layer
  }
}
