public import DisplayTypes
internal import SystemPackage

/// The owner of a buffer for a pointer: ARGB8888 with premultiplied alpha, in the size that the card's cursor planes take.
public struct PointerBuffer: ~Copyable {
  // The order matters: the framebuffer is removed before its memory is unmapped.
  private let framebuffer: Framebuffer?
  private let buffer: ScanoutBuffer
  /// The framebuffer's number; zero without one.
  public let id: FramebufferID

  /// The size of a card's pointers in pixels (`DRM_CAP_CURSOR_WIDTH`, `DRM_CAP_CURSOR_HEIGHT`); 64x64 if the driver does not answer.
  public static func size(on card: CardDescriptor) -> PixelSize {
    func side(_ capability: UInt64) -> Int {
      let answer = (try? card.interface.capability(card.number, capability)) ?? 0
      return answer == 0 ? 64 : Int(clamping: min(answer, 1024))
    }
    return PixelSize(width: side(0x8), height: side(0x9))
  }

  /// Makes a transparent buffer.
  ///
  /// - Parameter size: the size of the picture.
  /// - Parameter whole: the size of the card's pointers, by `size(on:)`.
  /// - Parameter hasFramebuffer: true for atomic commits, false for the legacy calls.
  /// - Throws: `unsupported` if the card's pointers are smaller than the picture.
  public init(
    for size: PixelSize, in whole: PixelSize, hasFramebuffer: Bool, on card: CardDescriptor
  ) throws(DisplayError) {
    guard size.width <= whole.width, size.height <= whole.height else {
      throw DisplayError(
        code: .unsupported, operation: "show a pointer of \(size.width)x\(size.height)", device: card.path)
    }
    let buffer = ScanoutBuffer(try DumbBuffer(on: card, size: whole))
    buffer.clear()
    if hasFramebuffer {
      let made = try Framebuffer(of: buffer, format: .argb8888, on: card)
      id = made.id
      framebuffer = consume made
    } else {
      id = FramebufferID(rawValue: 0)
      framebuffer = nil
    }
    self.buffer = buffer
  }

  /// Pixels.
  public var size: PixelSize { buffer.size }
  /// Bytes from one row to the next.
  public var stride: Int { buffer.stride }
  /// The pixels: `size.height` rows of `stride` bytes, valid while this owner exists.
  public var pixels: UnsafeMutableRawBufferPointer { unsafe buffer.pixels }
  var handle: UInt32 { buffer.handle }
}

extension LegacyOutput {
  /// Shows a buffer as the pointer (`drmModeSetCursor`).
  ///
  /// - Throws: `unsupported` if the driver has no pointer.
  public func showPointer(_ buffer: borrowing PointerBuffer, on card: CardDescriptor) throws(DisplayError) {
    let (handle, size) = (buffer.handle, buffer.size)
    try callPointer(on: card, "show a pointer on \(name)") { () throws(Errno) in
      try card.interface.setCursor(
        card.number, crtc.rawValue, handle: handle, width: UInt32(clamping: size.width),
        height: UInt32(clamping: size.height))
    }
  }

  /// Moves the upper left corner of the pointer (`drmModeMoveCursor`).
  public func movePointer(x: Int, y: Int, on card: CardDescriptor) throws(DisplayError) {
    try callPointer(on: card, "move the pointer on \(name)") { () throws(Errno) in
      try card.interface.moveCursor(card.number, crtc.rawValue, x: Int32(clamping: x), y: Int32(clamping: y))
    }
  }

  /// Hides the pointer (`drmModeSetCursor` without a buffer).
  public func hidePointer(on card: CardDescriptor) throws(DisplayError) {
    try callPointer(on: card, "hide the pointer on \(name)") { () throws(Errno) in
      try card.interface.hideCursor(card.number, crtc.rawValue)
    }
  }

  /// ENXIO means that the driver has no pointer. From other calls it means that the card is gone.
  private func callPointer(
    on card: CardDescriptor, _ operation: @autoclosure () -> String, _ call: () throws(Errno) -> Void
  ) throws(DisplayError) {
    do throws(DisplayError) {
      try card.calling(operation(), call)
    } catch {
      var failure = error
      if failure.errno == Errno.noSuchAddressOrDevice.rawValue { failure.code = .unsupported }
      throw failure
    }
  }
}
