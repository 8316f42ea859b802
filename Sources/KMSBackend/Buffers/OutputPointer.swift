internal import Composition
internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// The pointer of one output on the CRTC's cursor plane.
final class OutputPointer {
  /// Owns one buffer. It is a class, because an optional property lends no noncopyable value.
  private final class Slot {
    let buffer: PointerBuffer

    init(_ buffer: consuming PointerBuffer) { self.buffer = buffer }
  }

  let crtc: CRTCID
  private let card: CardDescriptor
  /// The size of the card's pointers.
  private let size: PixelSize
  private var slot: Slot?
  /// The slot before, which may still be on the screen.
  private var former: Slot?
  private var image: PointerImage?
  /// The pointer on the plane; the outer nil means that it is unknown, as after a modeset.
  private var shown: PointerOverlay??

  init(crtc: CRTCID, card: CardDescriptor) {
    self.crtc = crtc
    self.card = card
    size = PointerBuffer.size(on: card)
  }

  /// Another mode was set. The plane may have changed with it.
  func forget() { shown = nil }

  /// Records that a commit has changed the plane.
  func committed(_ pointer: PointerOverlay?) { shown = .some(pointer) }

  /// Adds the changes of the plane to an atomic request.
  func add(
    _ pointer: PointerOverlay?, to request: inout AtomicRequest, _ plane: UpperPlane
  ) throws(DisplayError) {
    guard shown != .some(pointer) else { return }
    guard let pointer else { return plane.addOff(to: &request) }
    let slot = try slot(with: pointer.image, hasFramebuffer: true)
    plane.addPointer(to: &request, slot.buffer, x: pointer.destination.x, y: pointer.destination.y, on: crtc)
  }

  /// Changes the pointer by legacy calls, at once.
  func show(_ pointer: PointerOverlay?, on output: LegacyOutput) throws(DisplayError) {
    guard let pointer else { return try output.hidePointer(on: card) }
    let former = slot
    let slot = try slot(with: pointer.image, hasFramebuffer: false)
    try output.movePointer(x: pointer.destination.x, y: pointer.destination.y, on: card)
    let isHidden = shown == nil || shown == .some(nil)
    if isHidden || slot !== former { try output.showPointer(slot.buffer, on: card) }
  }

  /// Returns the slot with a picture. Another picture gets a new buffer, because drivers upload the picture of a buffer once.
  private func slot(with image: PointerImage, hasFramebuffer: Bool) throws(DisplayError) -> Slot {
    if let slot, image == self.image { return slot }
    let bitmap = image.bitmap
    let new = try PointerBuffer(for: bitmap.size, in: size, hasFramebuffer: hasFramebuffer, on: card)
    for row in 0..<bitmap.size.height {
      let source = unsafe UnsafeRawBufferPointer(
        rebasing: bitmap.bytes[(row * bitmap.stride)...].prefix(bitmap.size.width * 4))
      unsafe UnsafeMutableRawBufferPointer(rebasing: new.pixels[(row * new.stride)...]).copyMemory(from: source)
    }
    former = slot
    let slot = Slot(new)
    self.slot = slot
    self.image = image
    return slot
  }
}
