public import DisplayTypes
internal import SystemPackage

/// The owner of a buffer from libgbm: XRGB8888, linear, mapped for as long as it lives.
///
/// The CPU reaches it as it does a dumb buffer, which Mesa makes for `GBM_BO_USE_WRITE`, or else through its dmabuf; not through
/// `gbm_bo_map`, which may lend a copy that is written back at unmapping only.
public struct GBMBuffer: ~Copyable {
  // In this order: what is mapped is unmapped before the buffer goes.
  private let mapping: MemoryMapping
  private let object: GBMObject
  /// Pixels.
  public let size: PixelSize
  /// Bytes from one row to the next.
  public let stride: Int
  /// The kernel's handle of the memory, valid on this card.
  let handle: UInt32

  /// Makes and maps a buffer.
  ///
  /// - Throws: `refused` or `unsupported` where the driver has no linear scan-out buffers, or lets the CPU not at them.
  /// - C: `gbm_bo_create`, `DRM_IOCTL_MODE_MAP_DUMB`, `gbm_bo_get_fd`, `mmap`.
  public init(on device: GBMDevice, size: PixelSize) throws(DisplayError) {
    let made = try GBMObject(on: device, size: size)
    let stride = unsafe Int(device.interface.stride(made.pointer))
    let handle = unsafe device.interface.handle(made.pointer)
    let card = device.card
    do throws(Errno) {
      let byteCount = stride.multipliedReportingOverflow(by: size.height)
      guard stride / 4 >= size.width, !byteCount.overflow else { throw .invalidArgument }
      mapping = try Self.map(made, handle: handle, byteCount: byteCount.partialValue)
    } catch {
      throw card.failure(error, "map a GBM buffer of \(size.width)x\(size.height)")
    }
    self.handle = handle
    object = made
    self.size = size
    self.stride = stride
  }

  private static func map(
    _ object: borrowing GBMObject, handle: UInt32, byteCount: Int
  ) throws(Errno) -> MemoryMapping {
    let card = object.device.card
    do throws(Errno) {
      let offset = try card.interface.dumbMapOffset(card.number, handle)
      return try MemoryMapping(through: card.interface, card.number, byteCount: byteCount, offset: offset)
    } catch {
      let dmabuf = try unsafe object.device.interface.export(object.pointer)
      // The mapping keeps the memory: the descriptor is not needed any more.
      defer { card.interface.close(dmabuf) }
      return try MemoryMapping(through: card.interface, dmabuf, byteCount: byteCount, offset: 0)
    }
  }

  /// The pixels: `size.height` rows of `stride` bytes.
  ///
  /// Not to be used after the buffer has ended.
  public var pixels: UnsafeMutableRawBufferPointer { unsafe mapping.bytes }

  /// Unmaps it and gives the memory back.
  public consuming func release() {}
}
