internal import DisplayTypes

/// What stays the same while one frame is resolved.
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
