public import Composition
public import DisplayTypes

/// Draws with pixman on the CPU.
///
/// Belongs to one screen and one thread. Once a frame's pictures and targets are known, drawing it again, or with other positions, allocates nothing.
public final class PixmanRenderer: Renderer {
  private let images = ImageCache()
  private var targets = TargetCache()
  private let brush = PixmanBrush()

  /// Makes a renderer that has drawn nothing yet.
  public init() {}

  /// Draws the damaged part of a frame.
  public func draw(_ frame: ResolvedFrame, damage: DamageRegion, into target: PixelTarget) {
    images.keepOnly(picturesOf: frame)
    guard let brush, let image = targets.image(of: target) else { return }
    let canvas = PixmanCanvas(target: target, image: image, brush: brush, images: images)
    let panel = PixelRect(size: target.size).intersection(PixelRect(size: frame.size))
    for index in 0..<damage.count {
      let rect = damage[index].intersection(panel)
      if !rect.isEmpty { draw(frame, in: rect, on: canvas) }
    }
  }

  /// Whether drawing a part of a frame reads nothing of its target: whatever is drawn there hides all below it.
  public static func onlyWrites(_ frame: ResolvedFrame, in rect: PixelRect) -> Bool {
    frame.layers.dropFirst(frame.indexOfCover(over: rect) ?? 0).allSatisfy { $0.isWritten }
  }

  private func draw(_ frame: ResolvedFrame, in rect: PixelRect, on canvas: PixmanCanvas) {
    let bottom = frame.indexOfCover(over: rect)
    if bottom == nil { drawBackground(of: frame, in: rect, on: canvas) }
    for index in (bottom ?? 0)..<frame.layers.count {
      canvas.draw(frame.layers[index], transform: frame.transform, in: rect)
    }
  }

  private func drawBackground(of frame: ResolvedFrame, in rect: PixelRect, on canvas: PixmanCanvas) {
    let picture = rect.intersection(frame.pictureArea)
    if picture != rect { canvas.fill(rect, with: 0) }
    // A translucent background lies on black: its premultiplied colour is the sum.
    canvas.fill(picture, with: frame.background.premultipliedARGB)
  }
}

extension ResolvedFrame {
  /// The topmost layer that hides everything below it in `rect`: drawing begins there.
  ///
  /// Nil where the background shows.
  fileprivate func indexOfCover(over rect: PixelRect) -> Int? {
    layers.lastIndex { $0.opacity == 255 && $0.contents.isOpaque && $0.bounds.contains(rect) }
  }
}

extension ResolvedLayer {
  /// Whether each of its pixels takes the place of what was there, or it has none.
  fileprivate var isWritten: Bool {
    switch contents {
    case .none: true
    case .solid, .mask, .bitmap: opacity == 0 || opacity == 255 && contents.isOpaque
    }
  }
}

extension LayerContents {
  /// Whether nothing shines through.
  fileprivate var isOpaque: Bool {
    switch self {
    case .none, .mask: false
    case .solid(let color): color.alpha == 255
    case .bitmap(let bitmap): bitmap.isOpaque
    }
  }
}
