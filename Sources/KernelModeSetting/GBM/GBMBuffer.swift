public import DisplayTypes
internal import SystemPackage

/// The owner of a buffer from libgbm: XRGB8888, linear, mapped for as long as it lives.
///
/// The CPU reaches it through its dmabuf and not through `gbm_bo_map`, which may lend a copy that is written back at unmapping
/// only.
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
  /// - C: `gbm_bo_create`, `gbm_bo_get_fd`, `mmap`.
  public init(on device: GBMDevice, size: PixelSize) throws(DisplayError) {
    let made = try GBMObject(on: device, size: size)
    let stride = unsafe Int(device.interface.stride(made.pointer))
    let card = device.card
    do throws(Errno) {
      let byteCount = stride.multipliedReportingOverflow(by: size.height)
      guard stride / 4 >= size.width, !byteCount.overflow else { throw .invalidArgument }
      let dmabuf = try unsafe device.interface.export(made.pointer)
      // The mapping keeps the memory: the descriptor is not needed any more.
      defer { card.interface.close(dmabuf) }
      mapping = try MemoryMapping(through: card.interface, dmabuf, byteCount: byteCount.partialValue, offset: 0)
    } catch {
      throw card.failure(error, "map a GBM buffer of \(size.width)x\(size.height)")
    }
    handle = unsafe device.interface.handle(made.pointer)
    object = made
    self.size = size
    self.stride = stride
  }

  /// The pixels: `size.height` rows of `stride` bytes.
  ///
  /// Not to be used after the buffer has ended.
  public var pixels: UnsafeMutableRawBufferPointer { unsafe mapping.bytes }

  /// Unmaps it and gives the memory back.
  public consuming func release() {}
}
