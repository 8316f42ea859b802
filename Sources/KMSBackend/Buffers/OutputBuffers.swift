internal import Composition
internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// The buffers of one screen: a shadow in cached memory, and the framebuffers for scan-out. The daemon never reads scan-out memory. A frame
/// that blends is composed in the shadow and then copied. A frame that blends nothing and changes most of a screen, such as another slide,
/// goes directly into its framebuffer. The next frame that needs the shadow updates it.
final class OutputBuffers {
  /// Owns one framebuffer. It is a class because arrays hold no noncopyable values.
  private final class Slot {
    let framebuffer: ScanoutFramebuffer
    let target: PixelTarget?
    /// The framebuffer with alpha of the same memory, for a plane above another one.
    var alpha: AlphaFramebuffer?

    init(_ framebuffer: consuming ScanoutFramebuffer) {
      target = unsafe framebuffer.pixels.baseAddress.flatMap {
        unsafe PixelTarget(base: $0, stride: framebuffer.stride, size: framebuffer.size)
      }
      self.framebuffer = framebuffer
    }
  }

  /// Owns one framebuffer. It is a class, because an optional property lends no noncopyable value.
  private final class AlphaFramebuffer {
    let framebuffer: Framebuffer

    init(_ framebuffer: consuming Framebuffer) { self.framebuffer = framebuffer }
  }

  let size: PixelSize
  /// The framebuffer that a modeset shows.
  let first: FramebufferID
  private var isBlackWhenNew: Bool
  private let card: CardDescriptor
  private var renderer = PixmanRenderer()
  private var shadow: PixelMemory?
  /// The parts of the shadow that are older than the current picture.
  private(set) var missed = DamageRegion()
  private var slots: [Slot]

  /// Makes only the first buffer, which must not be shown before `begin`.
  ///
  /// - Parameter isBlackWhenNew: whether the driver's memory is filled with zeros.
  init(size: PixelSize, on card: CardDescriptor, isBlackWhenNew: Bool) throws(DisplayError) {
    guard PixelMemory.canHold(size) else {
      throw DisplayError(
        code: .outOfMemory, operation: "make a picture of \(size.width)x\(size.height)", device: card.path)
    }
    self.size = size
    self.card = card
    self.isBlackWhenNew = isBlackWhenNew
    let front = Slot(try ScanoutFramebuffer.dumb(size, on: card, isCleared: false))
    first = front.framebuffer.id
    slots = [front]
  }

  var count: Int { slots.count }

  /// Keeps only the first buffer, for other pictures. The next frame overwrites all of it.
  func strip() {
    slots.removeLast(max(0, slots.count - 1))
    shadow = nil
    missed = DamageRegion()
    renderer = PixmanRenderer()
    isBlackWhenNew = false
  }

  /// Makes the other buffers, so that no picture waits for memory. `FlipQueue` overwrites them before they are shown.
  func reserve(_ count: Int) throws(DisplayError) {
    while slots.count < min(count, FlipQueue.capacity) {
      slots.append(Slot(try ScanoutFramebuffer.dumb(size, on: card, isCleared: false)))
    }
  }

  /// Draws the first picture into the first buffer. A picture without layers needs no shadow. If new memory is black, a black picture needs
  /// no drawing, so the pages stay untouched.
  func begin(with frame: ResolvedFrame) {
    if frame.layers.isEmpty, slots.first?.target != nil {
      if !isBlackWhenNew || !frame.isBlack { drawFirst(frame) }
    } else {
      shadow = PixelMemory(size: size)
      compose(frame, whole)
      copy(whole, to: 0)
    }
  }

  /// Allocates the shadow and the pages of all buffers after the first picture is shown. So the display thread does not wait for them.
  func complete(with frame: ResolvedFrame) {
    if isBlackWhenNew, frame.layers.isEmpty, frame.isBlack { drawFirst(frame) }
    for slot in slots.dropFirst() { slot.framebuffer.clear() }
    guard shadow == nil else { return }
    shadow = PixelMemory(size: size)
    compose(frame, whole)
  }

  private var whole: DamageRegion { DamageRegion(PixelRect(size: size)) }

  private func drawFirst(_ frame: ResolvedFrame) {
    if let target = slots.first?.target { renderer.draw(frame, damage: whole, into: target) }
  }

  func framebuffer(_ buffer: Int) -> FramebufferID? {
    slots.indices.contains(buffer) ? slots[buffer].framebuffer.id : nil
  }

  /// The framebuffer with alpha of a buffer, made at its first use.
  func alphaFramebuffer(_ buffer: Int) throws(DisplayError) -> FramebufferID? {
    guard slots.indices.contains(buffer) else { return nil }
    if let made = slots[buffer].alpha { return made.framebuffer.id }
    let made = AlphaFramebuffer(try slots[buffer].framebuffer.withAlpha(on: card))
    slots[buffer].alpha = made
    return made.framebuffer.id
  }

  /// Draws the changes of a frame into a buffer.
  ///
  /// - Parameter below: the layer that a plane shows below the buffer.
  func draw(_ commit: ScreenCommit, into buffer: Int, above below: Int? = nil) {
    if below == nil, isWrittenOnce(commit), slots.indices.contains(buffer), let target = slots[buffer].target {
      renderer.draw(commit.frame, damage: commit.bufferDamage, into: target)
      missed.add(commit.frameDamage)
      return
    }
    missed.add(commit.frameDamage)
    catchUp(with: commit.frame, above: below)
    copy(commit.bufferDamage, to: buffer)
  }

  /// Records a frame that is shown without these buffers.
  func skip(_ commit: ScreenCommit) {
    missed.add(commit.frameDamage)
    renderer.keepOnlyPictures(of: commit.frame)
  }

  private func catchUp(with frame: ResolvedFrame, above below: Int? = nil) {
    if !missed.isEmpty { compose(frame, missed, above: below) }
    missed = DamageRegion()
  }

  /// Whether most of the screen changes without blending.
  private func isWrittenOnce(_ commit: ScreenCommit) -> Bool {
    let damage = commit.bufferDamage
    var area = 0
    for index in 0..<damage.count {
      guard PixmanRenderer.onlyWrites(commit.frame, in: damage[index]) else { return false }
      area += damage[index].area
    }
    return area * 2 > PixelRect(size: size).area
  }

  private func compose(_ frame: ResolvedFrame, _ damage: DamageRegion, above below: Int? = nil) {
    if let shadow { renderer.draw(frame, damage: damage, into: shadow.target, above: below) }
  }

  private func copy(_ damage: DamageRegion, to buffer: Int) {
    guard slots.indices.contains(buffer), let target = slots[buffer].target, let shadow else { return }
    PixelCopy.copy(damage, from: shadow.target, to: target)
  }

  /// Reads a drawn frame after its commit.
  func read(_ commit: ScreenCommit) -> CapturedFrame? {
    if commit.capture != .none { catchUp(with: commit.frame) }
    return read(commit.capture)
  }

  /// Reads the shadow.
  func read(_ capture: FrameCapture) -> CapturedFrame? {
    guard let shadow, capture != .none else { return nil }
    let hash = FrameHash(of: shadow.target).hexadecimal
    switch capture {
    case .none, .hash: return CapturedFrame(hash: hash)
    case .points(let points): return CapturedFrame(hash: hash, points: shadow.target.colors(at: points))
    case .pixels:
      return CapturedFrame(
        hash: hash, pixels: FramePixels(size: size, rgb: shadow.target.rgbRows(of: PixelRect(size: size))))
    }
  }
}

extension ResolvedFrame {
  fileprivate var isBlack: Bool { layers.isEmpty && background.premultipliedARGB & 0x00ff_ffff == 0 }
}
