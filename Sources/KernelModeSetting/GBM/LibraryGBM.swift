internal import CGBM
package import SystemPackage

/// libgbm itself.
///
/// Each of its functions is called in one place, here.
package struct LibraryGBM: GBMInterface {
  package init() {}

  package func createDevice(_ descriptor: Int32) throws(Errno) -> OpaquePointer {
    try unsafe SystemResult.pointer { unsafe gbm_create_device(descriptor) }
  }

  package func destroyDevice(_ device: OpaquePointer) {
    unsafe gbm_device_destroy(device)
  }

  package func createBuffer(
    _ device: OpaquePointer, width: UInt32, height: UInt32, format: UInt32, writable: Bool
  ) throws(Errno) -> OpaquePointer {
    let uses = GBM_BO_USE_SCANOUT.rawValue | GBM_BO_USE_LINEAR.rawValue | (writable ? GBM_BO_USE_WRITE.rawValue : 0)
    return try unsafe SystemResult.pointer { unsafe gbm_bo_create(device, width, height, format, uses) }
  }

  package func destroyBuffer(_ buffer: OpaquePointer) {
    unsafe gbm_bo_destroy(buffer)
  }

  package func handle(_ buffer: OpaquePointer) -> UInt32 {
    unsafe gbm_bo_get_handle(buffer).u32
  }

  package func stride(_ buffer: OpaquePointer) -> UInt32 {
    unsafe gbm_bo_get_stride(buffer)
  }

  package func export(_ buffer: OpaquePointer) throws(Errno) -> Int32 {
    try SystemResult.value { unsafe gbm_bo_get_fd(buffer) }
  }
}
