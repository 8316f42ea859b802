public import DisplayTypes

/// The owner of a dumb buffer or a GBM buffer, which the CPU draws into and a CRTC shows: XRGB8888, row by row.
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
  /// The pixels: `size.height` rows of `stride` bytes, for as long as the buffer lives; reading them may be very slow.
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

  /// Makes all pixels black, so that no data of the memory's previous owner remain.
  public func clear() {
    unsafe pixels.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Unmaps it and gives the memory back.
  public consuming func release() {}
}

/// A buffer and its framebuffer, in one owner.
public struct ScanoutFramebuffer: ~Copyable {
  // In this order: the framebuffer ends before its memory is unmapped.
  private let framebuffer: Framebuffer
  private let buffer: ScanoutBuffer

  /// Makes a framebuffer of a buffer, which it takes.
  public init(_ buffer: consuming ScanoutBuffer, on card: CardDescriptor) throws(DisplayError) {
    framebuffer = try Framebuffer(of: buffer, on: card)
    self.buffer = buffer
  }

  /// Makes a black dumb buffer and its framebuffer.
  ///
  /// - Parameter isCleared: false for a buffer that is overwritten as a whole before it is shown.
  public static func dumb(
    _ size: PixelSize, on card: CardDescriptor, isCleared: Bool = true
  ) throws(DisplayError) -> ScanoutFramebuffer {
    let buffer = ScanoutBuffer(try DumbBuffer(on: card, size: size))
    if isCleared { buffer.clear() }
    return try ScanoutFramebuffer(buffer, on: card)
  }

  /// The framebuffer's number.
  public var id: FramebufferID { framebuffer.id }
  /// Pixels.
  public var size: PixelSize { buffer.size }
  /// Bytes from one row to the next.
  public var stride: Int { buffer.stride }
  /// The pixels: `size.height` rows of `stride` bytes, for as long as this lives.
  public var pixels: UnsafeMutableRawBufferPointer { unsafe buffer.pixels }

  /// Makes all pixels black.
  public func clear() {
    buffer.clear()
  }

  /// Ends the framebuffer, and gives the memory back.
  public consuming func release() {}

  /// Gives up the framebuffer without ending it, so that its picture stays on the screen; the mapping ends.
  public consuming func leaveBehind() -> FramebufferID {
    let framebuffer = framebuffer
    return framebuffer.leaveBehind()
  }
}
