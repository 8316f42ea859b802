internal import CGBM
public import DisplayTypes
package import SystemPackage

/// The owner of a linear XRGB8888 buffer from libgbm. Either the CPU writes into it, or a renderer such as EGL draws into it.
///
/// For `GBM_BO_USE_WRITE` Mesa makes a dumb buffer, which the CPU maps directly. Other mapped buffers are mapped through their dma-buf.
/// `gbm_bo_map` is not used, because it may return a copy.
@safe public struct GBMBuffer: ~Copyable {
  // The order matters: the memory is unmapped before the buffer is destroyed.
  private let mapping: MemoryMapping?
  private let object: GBMObject
  /// Pixels.
  public let size: PixelSize
  /// Bytes from one row to the next.
  public let stride: Int
  /// Bytes before the first row; 0 for a mapped buffer.
  public let offset: Int
  /// The layout of the pixels (`DRM_FORMAT_MOD_*`).
  ///
  /// It is `DRM_FORMAT_MOD_INVALID` if the driver knows no modifiers. The buffer is linear nevertheless.
  public let modifier: UInt64
  /// The pixels of a mapped buffer: `size.height` rows of `stride` bytes, for as long as the buffer lives.
  ///
  /// Empty if the buffer is not mapped.
  public let pixels: UnsafeMutableRawBufferPointer
  let handle: UInt32

  /// Makes a buffer, and maps it.
  ///
  /// - Parameter isMapped: false for a buffer that only a renderer draws into, through its dma-buf. Only mapped buffers become a
  ///   `ScanoutBuffer`.
  /// - Throws: `refused` or `unsupported` if the driver has no linear scan-out buffers, or the CPU cannot map them.
  /// - C: `gbm_bo_create`, `DRM_IOCTL_MODE_MAP_DUMB`, `gbm_bo_get_fd`, `mmap`.
  public init(on device: GBMDevice, size: PixelSize, isMapped: Bool = true) throws(DisplayError) {
    let made = try GBMObject(on: device, size: size, isRendered: !isMapped)
    let stride = unsafe Int(device.interface.stride(made.pointer))
    let offset = unsafe Int(device.interface.offset(made.pointer))
    let handle = unsafe device.interface.handle(made.pointer)
    let mapping: MemoryMapping?
    var pixels = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    do throws(Errno) {
      let byteCount = stride.multipliedReportingOverflow(by: size.height)
      guard stride / 4 >= size.width, !byteCount.overflow else { throw .invalidArgument }
      if isMapped {
        guard offset == 0 else { throw .invalidArgument }
        let mapped = try Self.map(made, handle: handle, byteCount: byteCount.partialValue)
        unsafe pixels = unsafe mapped.bytes
        mapping = consume mapped
      } else {
        mapping = nil
      }
    } catch {
      throw device.card.failure(error, "map a GBM buffer of \(size.width)x\(size.height)")
    }
    unsafe self.pixels = unsafe pixels
    modifier = unsafe device.interface.modifier(made.pointer)
    self.mapping = mapping
    self.handle = handle
    object = made
    self.size = size
    self.stride = stride
    self.offset = offset
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

  /// Returns a descriptor of the buffer's memory, a dma-buf, which the caller closes.
  ///
  /// The memory lives as long as the buffer, a descriptor or a user of a descriptor.
  ///
  /// - Throws: `unsupported` or `refused` if the driver exports no buffers.
  /// - C: `gbm_bo_get_fd`.
  public func export() throws(DisplayError) -> Int32 {
    try object.export()
  }

  /// Unmaps it and gives the memory back.
  public consuming func release() {}
}

/// The owner of a GBM buffer object, without a mapping.
@safe struct GBMObject: ~Copyable {
  let device: GBMDevice
  let pointer: OpaquePointer

  /// C: `gbm_bo_create` for linear scan-out.
  ///
  /// If it is not for a renderer, it uses `GBM_BO_USE_WRITE` if the driver supports it, for memory with fast access by the CPU.
  init(on device: GBMDevice, size: PixelSize, isRendered: Bool) throws(DisplayError) {
    do throws(Errno) {
      guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height), !size.isEmpty else {
        throw .invalidArgument
      }
      func create(for use: GBMUse) throws(Errno) -> OpaquePointer {
        try unsafe device.interface.createBuffer(
          device.pointer, width: width, height: height, format: PixelFormat.xrgb8888.rawValue, use: use)
      }
      if isRendered {
        unsafe pointer = try unsafe create(for: .rendering)
      } else if let writable = unsafe try? create(for: .writing) {
        unsafe pointer = writable
      } else {
        unsafe pointer = try unsafe create(for: .scanOut)
      }
    } catch {
      throw device.card.failure(error, "make a GBM buffer of \(size.width)x\(size.height)")
    }
    self.device = device
  }

  func export() throws(DisplayError) -> Int32 {
    try device.card.calling("export a GBM buffer") { () throws(Errno) in
      try unsafe device.interface.export(pointer)
    }
  }

  deinit {
    unsafe device.interface.destroyBuffer(pointer)
  }
}

/// The use of a GBM buffer beside linear scan-out.
package enum GBMUse: Sendable {
  /// None.
  case scanOut
  /// The CPU writes the pixels.
  case writing
  /// A renderer draws the pixels.
  case rendering
}

/// A card in libgbm.
///
/// Its buffers keep it alive, and it must end before the card is closed.
///
/// Opening it loads Mesa's driver, which costs 54 MB and 0.4 to 1.3 s (measured). So open it only for GBM buffers.
@safe public final class GBMDevice {
  let interface: any GBMInterface
  let card: CardDescriptor
  /// libgbm's `struct gbm_device *`, for `eglGetPlatformDisplay` with `EGL_PLATFORM_GBM_KHR`.
  public let pointer: OpaquePointer
  /// The device file that ends with the device; nil if the caller owns it.
  private let owned: Card?

  /// Opens libgbm's device on a card.
  ///
  /// - Throws: `unsupported` if libgbm is not installed, or has no driver for the card.
  /// - C: `gbm_create_device`.
  public convenience init(on card: CardDescriptor) throws(DisplayError) {
    try self.init(on: card, owning: nil, through: try Self.library(card))
  }

  package init(
    on card: CardDescriptor, owning owned: consuming Card?, through interface: any GBMInterface
  ) throws(DisplayError) {
    do throws(Errno) {
      unsafe pointer = try unsafe interface.createDevice(card.number)
    } catch {
      throw card.failure(error, "open libgbm's device")
    }
    self.interface = interface
    self.card = card
    self.owned = owned
  }

  private static func library(_ card: CardDescriptor) throws(DisplayError) -> LibraryGBM {
    try card.calling("load libgbm (Debian's package libgbm1)") { () throws(Errno) in try LibraryGBM() }
  }

  /// The path of the device file, such as `/dev/dri/renderD128`.
  public var path: String { card.path }

  deinit {
    // The owned device file is closed after this.
    unsafe interface.destroyDevice(pointer)
  }
}

extension GBMDevice {
  /// Opens a card for rendering, also while another process is its master.
  ///
  /// It takes the card's render node. If the card has none, or buffers cannot be made there, it takes the card's own device file. There
  /// Mesa draws with the CPU, if it has no driver for the card. The device file never stays master.
  ///
  /// - Parameter device: the number of the card's device file (`st_rdev`).
  /// - Throws: `gone` if there is no card with this number, otherwise the failure of the device file that was tried last.
  /// - C: `open`, `drmDropMaster`, `gbm_create_device`.
  public static func forRendering(on device: UInt64) throws(DisplayError) -> GBMDevice {
    try forRendering(on: try CardNodes(of: device), through: KernelInterface()) { card throws(DisplayError) in
      try library(card)
    }
  }

  package static func forRendering(
    on nodes: CardNodes, through kernel: any DRMInterface,
    loading library: (CardDescriptor) throws(DisplayError) -> any GBMInterface
  ) throws(DisplayError) -> GBMDevice {
    var failure: DisplayError?
    for path in nodes.paths {
      do throws(DisplayError) {
        let node = try Card.open(path, through: kernel)
        let card = node.descriptor
        // The first process that opens a card becomes its master.
        try card.dropMaster()
        let device = try GBMDevice(on: card, owning: node, through: try library(card))
        // Mesa opens a device also where the kernel then refuses its buffers.
        let trial = try GBMBuffer(on: device, size: PixelSize(width: 64, height: 64), isMapped: false)
        kernel.close(try trial.export())
        return device
      } catch {
        failure = failure.map { before in before.followed(by: error) } ?? error
      }
    }
    throw failure ?? DisplayError(code: .gone, operation: "find a device file for rendering", device: nodes.card)
  }
}

extension DisplayError {
  /// This error of a second attempt, with the reason of the first one.
  fileprivate func followed(by second: DisplayError) -> DisplayError {
    DisplayError(
      code: second.code, operation: "\(second.operation), and could not \(operation) (\(device), \(code.rawValue))",
      device: second.device, errno: second.errno)
  }
}

/// Every call to libgbm that this target makes, with one function each.
///
/// Tests replace it.
package protocol GBMInterface: Sendable {
  func createDevice(_ descriptor: Int32) throws(Errno) -> OpaquePointer
  func destroyDevice(_ device: OpaquePointer)
  func createBuffer(
    _ device: OpaquePointer, width: UInt32, height: UInt32, format: UInt32, use: GBMUse
  ) throws(Errno) -> OpaquePointer
  func destroyBuffer(_ buffer: OpaquePointer)
  func handle(_ buffer: OpaquePointer) -> UInt32
  func stride(_ buffer: OpaquePointer) -> UInt32
  func offset(_ buffer: OpaquePointer) -> UInt32
  func modifier(_ buffer: OpaquePointer) -> UInt64
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
    _ device: OpaquePointer, width: UInt32, height: UInt32, format: UInt32, use: GBMUse
  ) throws(Errno) -> OpaquePointer {
    let added: UInt32 =
      switch use {
      case .scanOut: 0
      case .writing: GBM_BO_USE_WRITE.rawValue
      case .rendering: GBM_BO_USE_RENDERING.rawValue
      }
    let uses = GBM_BO_USE_SCANOUT.rawValue | GBM_BO_USE_LINEAR.rawValue | added
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

  package func offset(_ buffer: OpaquePointer) -> UInt32 {
    unsafe library.bo_get_offset(buffer, 0)
  }

  package func modifier(_ buffer: OpaquePointer) -> UInt64 {
    unsafe library.bo_get_modifier(buffer)
  }

  package func export(_ buffer: OpaquePointer) throws(Errno) -> Int32 {
    try SystemResult.value { unsafe library.bo_get_fd(buffer) }
  }
}
