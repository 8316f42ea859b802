internal import CDRM
internal import DisplayTypes
internal import Glibc
package import SystemPackage

// What is shown: the atomic commit, and the legacy calls.
extension KernelInterface {
  package func commit(
    _ descriptor: Int32, _ request: borrowing AtomicRequest, flags: UInt32, userData: UInt64
  ) throws(Errno) {
    // libdrm's drmModeAtomicCommit allocates and sorts at each call; the request is kept sorted instead.
    try unsafe request.withArrays { (objects, counts, properties, values) throws(Errno) in
      var atomic = unsafe drm_mode_atomic(
        flags: flags, count_objs: UInt32(clamping: objects.count), objs_ptr: Self.address(objects.baseAddress),
        count_props_ptr: Self.address(counts.baseAddress), props_ptr: Self.address(properties.baseAddress),
        prop_values_ptr: Self.address(values.baseAddress), reserved: 0, user_data: userData)
      _ = try SystemResult.value { unsafe drmIoctl(descriptor, MARQUEE_DRM_IOCTL_MODE_ATOMIC, &atomic) }
    }
  }

  package func setCRTC(
    _ descriptor: Int32, _ crtc: UInt32, framebuffer: UInt32, connectors: [UInt32], mode: ModeInfo?
  ) throws(Errno) {
    var connectors = connectors
    guard let mode else {
      try SystemResult.value { drmModeSetCrtc(descriptor, crtc, 0, 0, 0, nil, 0, nil) }
      return
    }
    var kernelMode = mode.kernelMode
    let count = Int32(clamping: connectors.count)
    try SystemResult.value {
      unsafe drmModeSetCrtc(descriptor, crtc, framebuffer, 0, 0, &connectors, count, &kernelMode)
    }
  }

  package func pageFlip(
    _ descriptor: Int32, _ crtc: UInt32, framebuffer: UInt32, flags: UInt32, userData: UInt64
  ) throws(Errno) {
    // The kernel takes 64 bits of user data; libdrm's pointer has as many as the machine.
    let data = unsafe UnsafeMutableRawPointer(bitPattern: UInt(truncatingIfNeeded: userData))
    try SystemResult.value { unsafe drmModePageFlip(descriptor, crtc, framebuffer, flags, data) }
  }

  package func setProperty(
    _ descriptor: Int32, _ object: UInt32, _ kind: ObjectKind, property: UInt32, value: UInt64
  ) throws(Errno) {
    try SystemResult.value { drmModeObjectSetProperty(descriptor, object, kind.rawValue, property, value) }
  }

  package func disablePlane(_ descriptor: Int32, _ plane: UInt32) throws(Errno) {
    try SystemResult.value { drmModeSetPlane(descriptor, plane, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }
  }

  package func hideCursor(_ descriptor: Int32, _ crtc: UInt32) throws(Errno) {
    try SystemResult.value { drmModeSetCursor(descriptor, crtc, 0, 0, 0) }
  }

  package func setGamma(_ descriptor: Int32, _ crtc: UInt32, ramp: [UInt16]) throws(Errno) {
    // libdrm's parameters are not const, although the kernel only reads them.
    var red = ramp
    var green = ramp
    var blue = ramp
    let count = UInt32(clamping: ramp.count)
    try SystemResult.value { unsafe drmModeCrtcSetGamma(descriptor, crtc, count, &red, &green, &blue) }
  }

  private static func address<Element>(_ pointer: UnsafePointer<Element>?) -> UInt64 {
    UInt64(UInt(bitPattern: pointer))
  }
}
