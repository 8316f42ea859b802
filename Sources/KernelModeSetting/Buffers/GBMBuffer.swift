internal import CGBM
public import DisplayTypes
package import SystemPackage

/// The owner of a mapped, linear XRGB8888 buffer from libgbm.
///
/// For `GBM_BO_USE_WRITE` Mesa makes a dumb buffer, which the CPU maps directly. Other buffers are mapped through their dmabuf.
/// `gbm_bo_map` is not used, because it may return a copy.
public struct GBMBuffer: ~Copyable {
  // The order matters: the memory is unmapped before the buffer is destroyed.
  private let mapping: MemoryMapping
  private let object: GBMObject
  /// Pixels.
  public let size: PixelSize
  /// Bytes from one row to the next.
  public let stride: Int
  let handle: UInt32

  /// Makes and maps a buffer.
  ///
  /// - Throws: `refused` or `unsupported` if the driver has no linear scan-out buffers, or the CPU cannot map them.
  /// - C: `gbm_bo_create`, `DRM_IOCTL_MODE_MAP_DUMB`, `gbm_bo_get_fd`, `mmap`.
  public init(on device: GBMDevice, size: PixelSize) throws(DisplayError) {
    let made = try GBMObject(on: device, size: size)
    let stride = unsafe Int(device.interface.stride(made.pointer))
    let handle = unsafe device.interface.handle(made.pointer)
    do throws(Errno) {
      let byteCount = stride.multipliedReportingOverflow(by: size.height)
      guard stride / 4 >= size.width, !byteCount.overflow else { throw .invalidArgument }
      mapping = try Self.map(made, handle: handle, byteCount: byteCount.partialValue)
    } catch {
      throw device.card.failure(error, "map a GBM buffer of \(size.width)x\(size.height)")
    }
    self.handle = handle
    object = made
    self.size = size
    self.stride = stride
  }

  private static func map(_ object: borrowing GBMObject, handle: UInt32, byteCount: Int) throws(Errno) -> MemoryMapping
  {
    let card = object.device.card
    do throws(Errno) {
      let offset = try card.interface.dumbMapOffset(card.number, handle)
      return try MemoryMapping(through: card.interface, card.number, byteCount: byteCount, offset: offset)
    } catch {
      let dmabuf = try unsafe object.device.interface.export(object.pointer)
      // The mapping keeps the memory, so the descriptor can be closed.
      defer { card.interface.close(dmabuf) }
      return try MemoryMapping(through: card.interface, dmabuf, byteCount: byteCount, offset: 0)
    }
  }

  /// The pixels: `size.height` rows of `stride` bytes, for as long as the buffer lives.
  public var pixels: UnsafeMutableRawBufferPointer { unsafe mapping.bytes }

  /// Unmaps it and gives the memory back.
  public consuming func release() {}
}

/// The owner of a GBM buffer object, without a mapping.
@safe struct GBMObject: ~Copyable {
  let device: GBMDevice
  let pointer: OpaquePointer

  /// C: `gbm_bo_create` for linear scan-out.
  ///
  /// It uses `GBM_BO_USE_WRITE` if the driver supports it, for memory with fast access by the CPU.
  init(on device: GBMDevice, size: PixelSize) throws(DisplayError) {
    do throws(Errno) {
      guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height), !size.isEmpty else {
        throw .invalidArgument
      }
      func create(writable: Bool) throws(Errno) -> OpaquePointer {
        try unsafe device.interface.createBuffer(
          device.pointer, width: width, height: height, format: PixelFormat.xrgb8888.rawValue, writable: writable)
      }
      if let writable = unsafe try? create(writable: true) {
        unsafe pointer = writable
      } else {
        unsafe pointer = try unsafe create(writable: false)
      }
    } catch {
      throw device.card.failure(error, "make a GBM buffer of \(size.width)x\(size.height)")
    }
    self.device = device
  }

  deinit {
    unsafe device.interface.destroyBuffer(pointer)
  }
}

/// A card in libgbm.
///
/// Its buffers keep it alive, and it must end before the card is closed.
///
/// Opening it loads Mesa's driver, which costs 54 MB and 0.4 to 1.3 s (measured). So open it only for GBM buffers.
@safe public final class GBMDevice {
  let interface: any GBMInterface
  let card: CardDescriptor
  let pointer: OpaquePointer

  /// Opens libgbm's device on a card.
  ///
  /// - Throws: `unsupported` if libgbm is not installed, or has no driver for the card.
  /// - C: `gbm_create_device`.
  public convenience init(on card: CardDescriptor) throws(DisplayError) {
    let library: LibraryGBM
    do throws(Errno) {
      library = try LibraryGBM()
    } catch {
      throw card.failure(error, "load libgbm (Debian's package libgbm1)")
    }
    try self.init(on: card, through: library)
  }

  package init(on card: CardDescriptor, through interface: any GBMInterface) throws(DisplayError) {
    do throws(Errno) {
      unsafe pointer = try unsafe interface.createDevice(card.number)
    } catch {
      throw card.failure(error, "open libgbm's device")
    }
    self.interface = interface
    self.card = card
  }

  deinit {
    unsafe interface.destroyDevice(pointer)
  }
}

/// Every call to libgbm that this target makes, with one function each.
///
/// Tests replace it.
package protocol GBMInterface: Sendable {
  func createDevice(_ descriptor: Int32) throws(Errno) -> OpaquePointer
  func destroyDevice(_ device: OpaquePointer)
  func createBuffer(
    _ device: OpaquePointer, width: UInt32, height: UInt32, format: UInt32, writable: Bool
  ) throws(Errno) -> OpaquePointer
  func destroyBuffer(_ buffer: OpaquePointer)
  func handle(_ buffer: OpaquePointer) -> UInt32
  func stride(_ buffer: OpaquePointer) -> UInt32
  func export(_ buffer: OpaquePointer) throws(Errno) -> Int32
}

/// The functions of libgbm.
package struct LibraryGBM: GBMInterface {
  private let library: marquee_gbm

  /// Loads libgbm; throws `notSupported` if it is not installed.
  package init() throws(Errno) {
    var library = marquee_gbm()
    guard unsafe marquee_gbm_load(&library) != 0 else { throw .notSupported }
    self.library = library
  }

  package func createDevice(_ descriptor: Int32) throws(Errno) -> OpaquePointer {
    try unsafe SystemResult.pointer { library.create_device(descriptor) }
  }

  package func destroyDevice(_ device: OpaquePointer) {
    unsafe library.device_destroy(device)
  }

  package func createBuffer(
    _ device: OpaquePointer, width: UInt32, height: UInt32, format: UInt32, writable: Bool
  ) throws(Errno) -> OpaquePointer {
    let uses = GBM_BO_USE_SCANOUT.rawValue | GBM_BO_USE_LINEAR.rawValue | (writable ? GBM_BO_USE_WRITE.rawValue : 0)
    return try unsafe SystemResult.pointer { unsafe library.bo_create(device, width, height, format, uses) }
  }

  package func destroyBuffer(_ buffer: OpaquePointer) {
    unsafe library.bo_destroy(buffer)
  }

  package func handle(_ buffer: OpaquePointer) -> UInt32 {
    unsafe library.bo_get_handle(buffer).u32
  }

  package func stride(_ buffer: OpaquePointer) -> UInt32 {
    unsafe library.bo_get_stride(buffer)
  }

  package func export(_ buffer: OpaquePointer) throws(Errno) -> Int32 {
    try SystemResult.value { unsafe library.bo_get_fd(buffer) }
  }
}
