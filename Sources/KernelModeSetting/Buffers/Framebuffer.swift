internal import CDRM
public import DisplayTypes
internal import SystemPackage

/// The owner of a framebuffer, with which planes show a buffer.
///
/// The kernel keeps the buffer's memory while the framebuffer exists.
public struct Framebuffer: ~Copyable, Sendable {
  private let card: CardDescriptor
  /// Its number; zero after `leaveBehind`.
  public private(set) var id: FramebufferID
  /// Pixels.
  public let size: PixelSize

  /// Makes a framebuffer of a buffer.
  ///
  /// - Throws: `refused` for a format that the card does not support, `outOfMemory`.
  /// - C: `drmModeAddFB2`. For `DRM_FORMAT_XRGB8888` otherwise `drmModeAddFB` with depth 24, for older drivers.
  public init(
    of buffer: borrowing ScanoutBuffer, format: PixelFormat = .xrgb8888, on card: CardDescriptor
  ) throws(DisplayError) {
    try self.init(of: buffer.handle, buffer.size, stride: buffer.stride, offset: 0, format: format, on: card)
  }

  init(
    of handle: UInt32, _ size: PixelSize, stride bytes: Int, offset start: Int, format: PixelFormat = .xrgb8888,
    on card: CardDescriptor
  ) throws(DisplayError) {
    let number = try card.calling("make a framebuffer of \(size.width)x\(size.height)") { () throws(Errno) in
      guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height),
        let stride = UInt32(exactly: bytes), let offset = UInt32(exactly: start)
      else { throw .invalidArgument }
      return try Self.add(handle, width, height, stride, offset, format, on: card)
    }
    id = FramebufferID(rawValue: number)
    self.card = card
    self.size = size
  }

  private static func add(
    _ handle: UInt32, _ width: UInt32, _ height: UInt32, _ stride: UInt32, _ offset: UInt32, _ format: PixelFormat,
    on card: CardDescriptor
  ) throws(Errno) -> UInt32 {
    do throws(Errno) {
      return try card.interface.addFramebuffer2(
        card.number, width: width, height: height, format: format.rawValue, handle: handle, stride: stride,
        offset: offset)
    } catch {
      guard format == .xrgb8888, offset == 0, [.unsupported, .refused].contains(DisplayError.Code(error)) else {
        throw error
      }
      return try card.interface.addFramebuffer(
        card.number, width: width, height: height, handle: handle, stride: stride)
    }
  }

  /// Removes the framebuffer.
  ///
  /// From Linux 6.8 on, a screen that shows it keeps the picture. On older kernels the screen goes dark.
  public consuming func release() {}

  /// Gives up the framebuffer without removing it.
  ///
  /// It stays on the screen for the next owner of the same open file.
  public consuming func leaveBehind() -> FramebufferID {
    let left = id
    id = FramebufferID(rawValue: 0)
    return left
  }

  deinit {
    guard id.rawValue != 0 else { return }
    do throws(Errno) {
      try card.interface.closeFramebuffer(card.number, id.rawValue)
    } catch {
      // Linux 6.1 answers EINVAL, because it does not know the call.
      try? card.interface.removeFramebuffer(card.number, id.rawValue)
    }
  }
}

/// The rectangles of one `DIRTYFB` call.
///
/// They are stored inline, so making and passing them allocates nothing.
///
/// The kernel takes at most 256 (`DRM_MODE_FB_DIRTY_MAX_CLIPS`). Drivers merge them into one box (virtio-gpu) or upload each.
public struct DirtyClips: Sendable {
  /// The maximum number of separate rectangles.
  ///
  /// More rectangles are merged into their bounding box.
  public static let capacity = 16

  private var storage: InlineArray<16, PixelRect> = InlineArray(repeating: .empty)
  /// The number of rectangles.
  public private(set) var count = 0

  /// No rectangle.
  public init() {}

  /// One rectangle.
  public init(_ rect: PixelRect) {
    append(rect)
  }

  /// Several rectangles.
  public init(_ rects: some Sequence<PixelRect>) {
    for rect in rects { append(rect) }
  }

  /// Adds a rectangle, unless it is empty.
  public mutating func append(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    if count == Self.capacity {
      var box = rect
      for index in 0..<count { box = box.union(storage[index]) }
      storage[0] = box
      count = 1
    } else {
      storage[count] = rect
      count += 1
    }
  }

  /// The rectangle at an index below `count`, otherwise `.empty`.
  public subscript(index: Int) -> PixelRect {
    index >= 0 && index < count ? storage[index] : .empty
  }
}

/// The owner of a framebuffer whose memory another process draws into, by a dma-buf.
///
/// It keeps no handle of the memory. The framebuffer and the dma-buf keep the memory, and the kernel gives an imported dma-buf the handle that
/// it has already, so a kept handle could end twice.
///
/// Make only one at a time for an open file, because of the common handles.
public struct SharedFramebuffer: ~Copyable, Sendable {
  private let framebuffer: Framebuffer
  /// Bytes from one row to the next.
  public let stride: Int

  /// Makes a framebuffer of a new dumb buffer.
  ///
  /// - Parameter memory: receives the descriptor of the memory, a dma-buf, which the caller closes.
  /// - Throws: `outOfMemory`; `refused` for a size that the card cannot have; `unsupported` if the driver exports no memory.
  /// - C: `drmModeCreateDumbBuffer`, `drmPrimeHandleToFD`, `drmModeAddFB2`.
  public init(dumb size: PixelSize, on card: CardDescriptor, memory: inout Int32) throws(DisplayError) {
    let dumb = try DumbHandle(on: card, size: size)
    let (handle, bytes) = (dumb.allocation.handle, Int(dumb.allocation.stride))
    let made = try Framebuffer(of: handle, size, stride: bytes, offset: 0, on: card)
    memory = try card.calling("share a buffer of \(size.width)x\(size.height)") { () throws(Errno) in
      try card.interface.exportHandle(card.number, handle)
    }
    framebuffer = made
    stride = bytes
  }

  /// Makes a framebuffer of memory that another process has made. The descriptor stays with the caller.
  ///
  /// The pixels are `DRM_FORMAT_XRGB8888`, row by row.
  ///
  /// - Parameter stride: the bytes from one row to the next.
  /// - Parameter offset: the bytes before the first row.
  /// - Throws: `refused` for memory that is no dma-buf, that is too small, or that the card cannot show.
  /// - C: `drmPrimeFDToHandle`, `drmModeAddFB2`, `drmCloseBufferHandle`.
  public init(
    importing memory: Int32, _ size: PixelSize, stride: Int, offset: Int, on card: CardDescriptor
  ) throws(DisplayError) {
    let handle = try card.calling("import a buffer of \(size.width)x\(size.height)") { () throws(Errno) in
      try card.interface.importHandle(card.number, memory)
    }
    defer { try? card.interface.closeHandle(card.number, handle) }
    let made = try Framebuffer(of: handle, size, stride: stride, offset: offset, on: card)
    framebuffer = made
    self.stride = stride
  }

  /// The framebuffer's number.
  public var id: FramebufferID { framebuffer.id }

  /// Removes the framebuffer.
  public consuming func release() {}
}
