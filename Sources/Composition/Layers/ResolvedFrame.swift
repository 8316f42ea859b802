package import DisplayTypes

/// One frame, ready to be drawn. Its array is reused, so that resolving does not allocate in the steady state.
public struct ResolvedFrame: Equatable, Sendable {
  package var size: PixelSize
  package var transform: Transform
  /// The rectangle of `background`. Outside it is black.
  package var pictureArea: PixelRect
  /// The colour below the layers and above black.
  package var background: Color
  package var layers: [ResolvedLayer]

  package var isSecret: Bool { layers.contains(where: \.isSecret) }

  /// The frame of a surface in this picture.
  func frame(of feed: SurfaceFeed) -> SurfaceFrame? {
    for layer in layers {
      if case .frame(let frame) = layer.contents, frame.surface == ObjectIdentifier(feed) { return frame }
    }
    return nil
  }

  /// Records that a screen shows the frames of surfaces.
  ///
  /// - Parameter plane: the frame whose buffer a plane shows.
  package func surfacesPresented(
    at time: MonotonicTime, interval: UInt64, sequence: UInt64, onPlane plane: SurfaceFrame? = nil
  ) {
    for layer in layers {
      if case .frame(let frame) = layer.contents {
        frame.presented(at: time, interval: interval, sequence: sequence, onPlane: frame === plane)
      }
    }
  }

  /// The index of the topmost layer with a surface.
  package var topSurface: Int? {
    layers.lastIndex { if case .frame = $0.contents { true } else { false } }
  }

  /// The frame of a surface whose pixels hide everything below it on the whole screen; otherwise the obstacle. Nil for another layer.
  package func filling(at index: Int) -> Result<SurfaceFrame, SurfaceObstacle>? {
    guard layers.indices.contains(index), case .frame(let frame) = layers[index].contents else { return nil }
    let (layer, panel) = (layers[index], PixelRect(size: size))
    if layer.opacity < 255 || !frame.bitmap.isOpaque { return .failure(.translucent) }
    guard layer.destination == panel, layer.clip.contains(panel), layer.contentsRect == .whole else {
      return .failure(.partial)
    }
    if transform != .normal { return .failure(.turned) }
    return frame.bitmap.size == size ? .success(frame) : .failure(.scaled)
  }

  /// Makes a frame; by default an empty one for `LayerTree.resolve` to fill.
  package init(
    size: PixelSize = .zero, transform: Transform = .normal, pictureArea: PixelRect = .empty,
    background: Color = .black, layers: [ResolvedLayer] = []
  ) {
    self.size = size
    self.transform = transform
    self.pictureArea = pictureArea
    self.background = background
    self.layers = layers
  }

  /// Adds to `damage` the pixels in which this frame may differ from the previous one. Layers are compared index by index. An added,
  /// removed or replaced layer damages its area and the previous one. Equal layers damage nothing. A change of size, picture area,
  /// transform or background damages everything.
  ///
  /// - Parameter lowest: the index of the first layer that counts.
  package func addDamage(since previous: ResolvedFrame, from lowest: Int = 0, to damage: inout DamageRegion) {
    let panel = PixelRect(size: size)
    guard size == previous.size, transform == previous.transform, pictureArea == previous.pictureArea,
      background == previous.background
    else {
      return damage.add(panel)
    }
    let shared = min(layers.count, previous.layers.count)
    for index in min(lowest, shared)..<shared where layers[index] != previous.layers[index] {
      if let part = layers[index].surfaceDamage(since: previous.layers[index], transform) {
        damage.add(part.intersection(panel))
        continue
      }
      damage.add(previous.layers[index].bounds.intersection(panel))
      damage.add(layers[index].bounds.intersection(panel))
    }
    for layer in layers[shared...] { damage.add(layer.bounds.intersection(panel)) }
    for layer in previous.layers[shared...] { damage.add(layer.bounds.intersection(panel)) }
  }
}

/// A layer in one frame: in the panel's pixels, with evaluated animations and multiplied opacity.
public struct ResolvedLayer: Equatable, Sendable {
  /// The content; never `.none`.
  package var contents: LayerContents
  /// The rectangle of all contents, with edges on whole pixels; may extend beyond the panel.
  package var destination: PixelRect
  /// The pixels of `destination` that may be drawn.
  package var clip: PixelRect
  /// The part of the contents, before the transform.
  package var contentsRect: UnitRect
  package var sampling: Sampling
  /// From 0, invisible, to 255, opaque.
  package var opacity: UInt8
  /// Whether the layer or a layer above it has `Layer.isPrivate`.
  package var isPrivate: Bool = false
  /// Whether the layer or a layer above it has `Layer.isSecret`.
  package var isSecret: Bool = false
  /// The `Layer.item` of the layer, or of the next layer above it that has one; 0 for none.
  package var item: UInt32 = 0

  package var bounds: PixelRect { destination.intersection(clip) }

  /// The pixels that differ from the same surface's previous frame in the same place; nil if they are unknown.
  fileprivate func surfaceDamage(since previous: ResolvedLayer, _ transform: Transform) -> PixelRect? {
    guard case .frame(let frame) = contents, case .frame(let former) = previous.contents, transform == .normal,
      let part = frame.damage(since: former)
    else { return nil }
    var same = previous
    same.contents = contents
    guard same == self else { return nil }
    let size = frame.bitmap.size
    guard size != destination.size else {
      return PixelRect(x: destination.x + part.x, y: destination.y + part.y, width: part.width, height: part.height)
        .intersection(clip)
    }
    // A scaled pixel reaches into the pixels beside it. Sides have at most 32,766 pixels, so the products fit.
    func edges(_ start: Int, _ length: Int, from side: Int, to other: Int) -> (start: Int, end: Int) {
      (max(0, start - 1) * other / side - 1, ((start + length + 1) * other + side - 1) / side + 1)
    }
    let (columns, rows) = (
      edges(part.x, part.width, from: size.width, to: destination.width),
      edges(part.y, part.height, from: size.height, to: destination.height)
    )
    return PixelRect(
      x: destination.x + columns.start, y: destination.y + rows.start, width: columns.end - columns.start,
      height: rows.end - rows.start
    ).intersection(bounds)
  }
}

struct ResolveContext {
  let geometry: OutputGeometry
  let time: MonotonicTime
  let frameNumber: UInt64
  let lead: UInt64
  /// The screen; nil for a picture that no screen shows, which takes no frame from a surface.
  let viewer: SurfaceViewer?

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
      let time = animation.ownTime(at: time, lead: lead)
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
    // Opacity below half a step of eight bits is invisible. Not-a-number counts as invisible too.
    guard opacity >= 0.5 / 255 else { return }
    let destination = geometry.pixels(of: frame)
    let isPrivate = isPrivate || layer.isPrivate
    let isSecret = isSecret || layer.isSecret
    let item = layer.item == 0 ? item : layer.item
    let (contents, place) = shown(layer.contents, in: destination)
    if contents != .none {
      let entry = ResolvedLayer(
        contents: contents, destination: place, clip: clip, contentsRect: contentsRect,
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

  /// The contents at this time, and their rectangle. A surface has its due frame, centred and as large as possible.
  private func shown(_ contents: LayerContents, in destination: PixelRect) -> (LayerContents, PixelRect) {
    guard case .surface(let feed) = contents else { return (contents, destination) }
    let swapsAxes = geometry.transform.swapsAxes
    let area = PixelSize(
      width: swapsAxes ? destination.height : destination.width,
      height: swapsAxes ? destination.width : destination.height)
    if let viewer, let screen = viewer.screen { feed.noteShown(in: area, on: screen, every: viewer.interval) }
    let frame = viewer.map { $0.frame(of: feed, at: time) } ?? feed.current
    guard let frame else { return (.none, destination) }
    let ratio = swapsAxes ? 1 / geometry.pixelAspectRatio : geometry.pixelAspectRatio
    let size = frame.bitmap.size.fitted(into: area, pixelAspectRatio: ratio)
    let (width, height) = swapsAxes ? (size.height, size.width) : (size.width, size.height)
    let place = PixelRect(
      x: destination.x + (destination.width - width) / 2, y: destination.y + (destination.height - height) / 2,
      width: width, height: height)
    return (.frame(frame), place)
  }
}

extension PixelSize {
  /// The largest size of the same shape within `area`, whose pixels may not be square. A picture of the size of the area fills it.
  fileprivate func fitted(into area: PixelSize, pixelAspectRatio ratio: Double) -> PixelSize {
    guard !isEmpty, !area.isEmpty, self != area, ratio > 0, ratio.isFinite else { return area }
    let shape = Double(width) / Double(height) / ratio
    let (columns, rows) = (Double(area.width), Double(area.height))
    if shape * rows >= columns { return PixelSize(width: area.width, height: max(1, Int((columns / shape).rounded()))) }
    return PixelSize(width: max(1, Int((rows * shape).rounded())), height: area.height)
  }
}

extension LayerTree {
  /// Evaluates the tree at the time of the frame on the screen.
  ///
  /// - Parameters:
  ///   - frameNumber: the number of earlier frames of this tree.
  ///   - lead: the elapsed time of animations that wait for their first refresh, in nanoseconds.
  ///   - viewer: the screen; nil for a picture that no screen shows.
  package func resolve(
    for geometry: OutputGeometry, at time: MonotonicTime, frameNumber: UInt64, lead: UInt64 = 0,
    viewer: SurfaceViewer? = nil, into frame: inout ResolvedFrame
  ) {
    frame.size = geometry.mode
    frame.transform = geometry.transform
    frame.pictureArea = geometry.pictureArea
    frame.background = background
    frame.layers.removeAll(keepingCapacity: true)
    let context = ResolveContext(
      geometry: geometry, time: time, frameNumber: frameNumber, lead: lead, viewer: viewer)
    for layer in layers {
      context.resolve(layer, originX: 0, originY: 0, opacity: 1, clip: frame.pictureArea, into: &frame.layers)
    }
  }
}
