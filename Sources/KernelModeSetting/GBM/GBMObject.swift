internal import DisplayTypes
internal import SystemPackage

/// The owner of a GBM buffer object, without a mapping.
@safe struct GBMObject: ~Copyable {
  let device: GBMDevice
  let pointer: OpaquePointer

  /// C: `gbm_bo_create` for linear scan-out; with `GBM_BO_USE_WRITE` where the driver takes it, which makes memory that the CPU
  /// reaches fast.
  init(on device: GBMDevice, size: PixelSize) throws(DisplayError) {
    do throws(Errno) {
      guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height), !size.isEmpty else {
        throw .invalidArgument
      }
      unsafe pointer = try unsafe Self.create(on: device, width: width, height: height)
    } catch {
      throw device.card.failure(error, "make a GBM buffer of \(size.width)x\(size.height)")
    }
    self.device = device
  }

  private static func create(on device: GBMDevice, width: UInt32, height: UInt32) throws(Errno) -> OpaquePointer {
    let format = PixelFormat.xrgb8888.rawValue
    do throws(Errno) {
      return try unsafe device.interface.createBuffer(
        device.pointer, width: width, height: height, format: format, writable: true)
    } catch {
      return try unsafe device.interface.createBuffer(
        device.pointer, width: width, height: height, format: format, writable: false)
    }
  }

  deinit {
    unsafe device.interface.destroyBuffer(pointer)
  }
}
