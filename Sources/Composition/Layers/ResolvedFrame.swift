public import DisplayTypes

/// One frame, ready to be drawn: the result of `LayerTree.resolve` for one moment and one geometry.
///
/// The array is reused from frame to frame, so that resolving allocates nothing in the steady state.
public struct ResolvedFrame: Equatable, Sendable {
  /// The panel's pixels.
  public var size: PixelSize
  /// How contents are turned.
  public var transform: Transform
  /// The rectangle of `background`; outside it is black.
  public var pictureArea: PixelRect
  /// Covers the picture area below the layers.
  ///
  /// Black shows through a translucent background.
  public var background: Color
  /// From the lowest to the topmost.
  public var layers: [ResolvedLayer]

  /// Whether it contains a secret.
  public var isSecret: Bool { layers.contains(where: \.isSecret) }

  /// Makes a frame; by default an empty one for `LayerTree.resolve` to fill.
  public init(
    size: PixelSize = .zero, transform: Transform = .normal, pictureArea: PixelRect = .empty,
    background: Color = .black,
    layers: [ResolvedLayer] = []
  ) {
    self.size = size
    self.transform = transform
    self.pictureArea = pictureArea
    self.background = background
    self.layers = layers
  }
}

/// A layer in one frame: in the panel's pixels, with evaluated animations and multiplied opacity.
public struct ResolvedLayer: Equatable, Sendable {
  /// The content; never `.none`.
  public var contents: LayerContents
  /// Where the whole of the contents lies, edges on whole pixels; may reach beyond the panel.
  public var destination: PixelRect
  /// The pixels of `destination` that may be drawn.
  public var clip: PixelRect
  /// The part of a picture that is stretched over `destination`, before the transform.
  public var contentsRect: UnitRect
  /// How a picture is enlarged or reduced.
  public var sampling: Sampling
  /// 0 invisible, 255 opaque.
  public var opacity: UInt8
  /// Whether it is for the main screen alone, as `Layer.isPrivate` of it or of one above it says.
  public var isPrivate: Bool = false
  /// Whether who sees it could do more than look, as `Layer.isSecret` of it or of one above it says.
  public var isSecret: Bool = false
  /// The number of the played item that it belongs to, as `Layer.item` of it or of the next one above it says; 0 for none.
  public var item: UInt32 = 0

  /// The pixels that it may change.
  public var bounds: PixelRect { destination.intersection(clip) }
}

extension ResolvedFrame {
  /// Adds to `damage` the pixels in which this frame may differ from the previous one.
  ///
  /// Layers are compared index by index. A layer that is added, removed or replaced damages its area and the previous one; equal layers
  /// damage nothing. Another size, picture area, transform or background damages everything.
  public func addDamage(since previous: ResolvedFrame, to damage: inout DamageRegion) {
    let panel = PixelRect(size: size)
    guard size == previous.size, transform == previous.transform, pictureArea == previous.pictureArea,
      background == previous.background
    else {
      damage.add(panel)
      return
    }
    let shared = min(layers.count, previous.layers.count)
    for index in 0..<shared where layers[index] != previous.layers[index] {
      damage.add(previous.layers[index].bounds.intersection(panel))
      damage.add(layers[index].bounds.intersection(panel))
    }
    for index in shared..<layers.count { damage.add(layers[index].bounds.intersection(panel)) }
    for index in shared..<previous.layers.count { damage.add(previous.layers[index].bounds.intersection(panel)) }
  }
}

/// The constants of one frame.
struct ResolveContext {
  let geometry: OutputGeometry
  let time: MonotonicTime
  let frameNumber: UInt64

  func resolve(
    _ layer: Layer, originX: Double, originY: Double, opacity: Double, clip: PixelRect,
    isPrivate: Bool = false, isSecret: Bool = false, item: UInt32 = 0, into resolved: inout [ResolvedLayer]
  ) {
    var frame = layer.frame
    frame.x += originX
    frame.y += originY
    var opacity = opacity * min(max(layer.opacity, 0), 1)
    var contentsRect = layer.contentsRect
    for animation in layer.animations {
      switch animation.property {
      case .offset(let keyframes):
        let offset = animation.interpolated(keyframes, time: time, frameNumber: frameNumber) { from, to, share in
          PointOffset(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
        }
        frame.x += offset?.x ?? 0
        frame.y += offset?.y ?? 0
      case .opacity(let keyframes):
        let value = animation.interpolated(keyframes, time: time, frameNumber: frameNumber) { from, to, share in
          from + (to - from) * share
        }
        opacity *= min(max(value ?? 1, 0), 1)
      case .contentsRect(let keyframes):
        contentsRect = animation.stepped(keyframes, time: time, frameNumber: frameNumber) ?? contentsRect
      }
    }
    // Below half a step of eight bits nothing is seen; not-a-number is no opacity either.
    guard opacity >= 0.5 / 255 else { return }
    let destination = geometry.pixels(of: frame)
    let isPrivate = isPrivate || layer.isPrivate
    let isSecret = isSecret || layer.isSecret
    let item = layer.item == 0 ? item : layer.item
    if layer.contents != .none {
      let entry = ResolvedLayer(
        contents: layer.contents, destination: destination, clip: clip, contentsRect: contentsRect,
        sampling: layer.sampling, opacity: UInt8((opacity * 255).rounded()), isPrivate: isPrivate,
        isSecret: isSecret, item: item)
      if !entry.bounds.isEmpty { resolved.append(entry) }
    }
    let inner = layer.clipsSublayers ? clip.intersection(destination) : clip
    for sublayer in layer.sublayers {
      resolve(
        sublayer, originX: frame.x, originY: frame.y, opacity: opacity, clip: inner, isPrivate: isPrivate,
        isSecret: isSecret, item: item, into: &resolved)
    }
  }
}

extension LayerTree {
  /// Evaluates the tree for one moment on one geometry.
  ///
  /// - Parameters:
  ///   - time: when the frame will be on the screen.
  ///   - frameNumber: how many frames of this tree the screen has shown before.
  ///   - frame: overwritten; its array's memory is used again.
  public func resolve(
    for geometry: OutputGeometry, at time: MonotonicTime, frameNumber: UInt64, into frame: inout ResolvedFrame
  ) {
    frame.size = geometry.mode
    frame.transform = geometry.transform
    frame.pictureArea = geometry.pictureArea
    frame.background = background
    frame.layers.removeAll(keepingCapacity: true)
    let context = ResolveContext(geometry: geometry, time: time, frameNumber: frameNumber)
    for layer in layers {
      context.resolve(layer, originX: 0, originY: 0, opacity: 1, clip: frame.pictureArea, into: &frame.layers)
    }
  }
}
