public import DisplayTypes

/// The owner of a dumb buffer or a GBM buffer: XRGB8888, row by row.
///
/// The CPU draws into it, and a CRTC shows it.
@safe public struct ScanoutBuffer: ~Copyable {
  private enum Memory: ~Copyable {
    case dumb(DumbBuffer)
    case gbm(GBMBuffer)
  }

  private let memory: Memory
  /// Pixels.
  public let size: PixelSize
  /// Bytes from one row to the next.
  public let stride: Int
  let handle: UInt32
  /// The pixels: `size.height` rows of `stride` bytes, valid while the buffer exists.
  ///
  /// Reading them may be very slow.
  public let pixels: UnsafeMutableRawBufferPointer

  /// Takes a dumb buffer.
  public init(_ buffer: consuming DumbBuffer) {
    size = buffer.size
    stride = buffer.stride
    handle = buffer.handle
    unsafe pixels = unsafe buffer.pixels
    memory = .dumb(buffer)
  }

  /// Takes a GBM buffer.
  public init(_ buffer: consuming GBMBuffer) {
    size = buffer.size
    stride = buffer.stride
    handle = buffer.handle
    unsafe pixels = unsafe buffer.pixels
    memory = .gbm(buffer)
  }

  /// Makes all pixels black, and so removes data of the memory's previous owner.
  public func clear() {
    unsafe pixels.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Unmaps it and gives the memory back.
  public consuming func release() {}
}

/// The owner of a buffer and its framebuffer.
public struct ScanoutFramebuffer: ~Copyable {
  // The order matters: the framebuffer is removed before its memory is unmapped.
  private let framebuffer: Framebuffer
  private let buffer: ScanoutBuffer

  /// Takes ownership of a buffer, and makes a framebuffer of it.
  public init(_ buffer: consuming ScanoutBuffer, on card: CardDescriptor) throws(DisplayError) {
    framebuffer = try Framebuffer(of: buffer, on: card)
    self.buffer = buffer
  }

  /// Makes a black dumb buffer and its framebuffer.
  ///
  /// - Parameter isCleared: false if the whole buffer is overwritten before it is shown.
  public static func dumb(
    _ size: PixelSize, on card: CardDescriptor, isCleared: Bool = true
  ) throws(DisplayError) -> ScanoutFramebuffer {
    let buffer = ScanoutBuffer(try DumbBuffer(on: card, size: size))
    if isCleared { buffer.clear() }
    return try ScanoutFramebuffer(buffer, on: card)
  }

  /// Makes another framebuffer of the same memory, whose pixels have premultiplied alpha.
  public func withAlpha(on card: CardDescriptor) throws(DisplayError) -> Framebuffer {
    try Framebuffer(of: buffer, format: .argb8888, on: card)
  }

  /// The framebuffer's number.
  public var id: FramebufferID { framebuffer.id }
  /// Pixels.
  public var size: PixelSize { buffer.size }
  /// Bytes from one row to the next.
  public var stride: Int { buffer.stride }
  /// The pixels: `size.height` rows of `stride` bytes, valid while this owner exists.
  public var pixels: UnsafeMutableRawBufferPointer { unsafe buffer.pixels }

  /// Makes all pixels black.
  public func clear() {
    buffer.clear()
  }

  /// Removes the framebuffer, and gives the memory back.
  public consuming func release() {}

  /// Gives up the framebuffer without removing it, so that its picture stays on the screen.
  ///
  /// The mapping ends.
  public consuming func leaveBehind() -> FramebufferID {
    let framebuffer = framebuffer
    return framebuffer.leaveBehind()
  }
}
