internal import CGBM
package import SystemPackage

/// libgbm itself, loaded when it is first wanted.
///
/// Each of its functions is called in one place, here.
package struct LibraryGBM: GBMInterface {
  private let library: marquee_gbm

  /// Loads libgbm.
  ///
  /// - Throws: `notSupported` where it is not installed.
  /// - C: `dlopen`.
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
