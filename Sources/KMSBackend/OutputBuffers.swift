internal import Composition
internal import DisplayTypes
internal import Drawing
internal import KernelModeSetting
internal import Presentation

/// What one screen's pictures are made in: a shadow in cached memory, and the framebuffers that are scanned out.
///
/// Everything is composed in the shadow and copied; scan-out memory is never read.
final class OutputBuffers {
  /// Owns one framebuffer; a box, since arrays hold no noncopyable values.
  private final class Slot {
    let framebuffer: ScanoutFramebuffer
    let target: PixelTarget?

    init(_ framebuffer: consuming ScanoutFramebuffer) {
      target = framebuffer.pixels.baseAddress.flatMap {
        PixelTarget(base: $0, stride: framebuffer.stride, size: framebuffer.size)
      }
      self.framebuffer = framebuffer
    }
  }

  let size: PixelSize
  private let shadow: PixelMemory
  private var slots: [Slot] = []

  /// Makes black buffers of a size.
  ///
  /// - Throws: `outOfMemory`, or what the driver says.
  init(count: Int, size: PixelSize, on card: CardDescriptor) throws(DisplayError) {
    self.size = size
    guard let shadow = PixelMemory(size: size) else {
      throw DisplayError(
        code: .outOfMemory, operation: "make a picture of \(size.width)x\(size.height)", device: card.path)
    }
    self.shadow = shadow
    for _ in 0..<min(max(count, 1), FlipQueue.capacity) {
      slots.append(Slot(try ScanoutFramebuffer.dumb(size, on: card)))
    }
  }

  var count: Int { slots.count }

  /// A buffer's framebuffer; nil where there is none.
  func framebuffer(_ buffer: Int) -> FramebufferID? {
    slots.indices.contains(buffer) ? slots[buffer].framebuffer.id : nil
  }

  /// Composes a frame in the shadow where it has changed.
  func compose(_ frame: ResolvedFrame, _ damage: DamageRegion, with renderer: PixmanRenderer) {
    renderer.draw(frame, damage: damage, into: shadow.target)
  }

  /// Brings a buffer up to the shadow.
  func copy(_ damage: DamageRegion, to buffer: Int) {
    guard slots.indices.contains(buffer), let target = slots[buffer].target else { return }
    PixelCopy.copy(damage, from: shadow.target, to: target)
  }

  /// Reads what was composed.
  func read(_ capture: FrameCapture) -> CapturedFrame? {
    switch capture {
    case .none: return nil
    case .hash: return CapturedFrame(hash: FrameHash(of: shadow.target).hexadecimal)
    case .pixels:
      return CapturedFrame(
        hash: FrameHash(of: shadow.target).hexadecimal,
        pixels: FramePixels(size: size, rgb: shadow.target.rgbRows(of: PixelRect(size: size))))
    }
  }
}
