public import DisplayTypes
internal import SystemPackage

/// The owner of a mapped buffer with 32 bits a pixel, row by row.
///
/// The CPU draws into it, and any card can show it.
///
/// The kernel keeps the memory while a framebuffer uses it.
public struct DumbBuffer: ~Copyable {
  // The order matters: the memory is unmapped before the handle is closed.
  private let mapping: MemoryMapping
  private let handleOwner: DumbHandle
  /// Pixels.
  public let size: PixelSize
  /// Bytes from one row to the next.
  public let stride: Int

  /// Makes and maps a buffer.
  ///
  /// - Throws: `outOfMemory`; `refused` for a size that the card cannot have, or if the kernel's buffer is too small for it.
  /// - C: `drmModeCreateDumbBuffer`, `DRM_IOCTL_MODE_MAP_DUMB`, `mmap`.
  public init(on card: CardDescriptor, size: PixelSize) throws(DisplayError) {
    let made = try DumbHandle(on: card, size: size)
    let allocation = made.allocation
    mapping = try card.calling("map a buffer of \(size.width)x\(size.height)") { () throws(Errno) in
      let needed = UInt64(allocation.stride).multipliedReportingOverflow(by: UInt64(size.height))
      guard let byteCount = Int(exactly: allocation.byteCount), Int(allocation.stride) / 4 >= size.width,
        !needed.overflow, needed.partialValue <= allocation.byteCount
      else { throw .invalidArgument }
      let offset = try card.interface.dumbMapOffset(card.number, allocation.handle)
      return try MemoryMapping(through: card.interface, card.number, byteCount: byteCount, offset: offset)
    }
    handleOwner = made
    self.size = size
    stride = Int(allocation.stride)
  }

  var handle: UInt32 { handleOwner.allocation.handle }

  /// The pixels: `size.height` rows of `stride` bytes, for as long as the buffer lives.
  public var pixels: UnsafeMutableRawBufferPointer { unsafe mapping.bytes }

  /// Unmaps it and gives the memory back.
  public consuming func release() {}
}

/// The owner of a dumb buffer's handle, without a mapping.
struct DumbHandle: ~Copyable {
  private let card: CardDescriptor
  let allocation: DumbAllocation

  init(on card: CardDescriptor, size: PixelSize) throws(DisplayError) {
    allocation = try card.calling("make a buffer of \(size.width)x\(size.height)") { () throws(Errno) in
      guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height), !size.isEmpty else {
        throw .invalidArgument
      }
      return try card.interface.createDumb(card.number, width: width, height: height)
    }
    self.card = card
  }

  deinit {
    try? card.interface.destroyDumb(card.number, allocation.handle)
  }
}

/// The owner of a piece of mapped memory.
@safe struct MemoryMapping: ~Copyable {
  private let interface: any DRMInterface
  let bytes: UnsafeMutableRawBufferPointer

  init(through interface: any DRMInterface, _ number: Int32, byteCount: Int, offset: UInt64) throws(Errno) {
    unsafe bytes = try unsafe interface.map(number, byteCount: byteCount, offset: offset)
    self.interface = interface
  }

  deinit {
    unsafe interface.unmap(bytes)
  }
}
