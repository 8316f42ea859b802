internal import CDRM
internal import DisplayTypes
internal import Glibc
package import SystemPackage

/// The calls to the kernel, through libdrm.
///
/// libdrm repeats its calls after a signal (EINTR). `SystemResult` repeats the other calls.
package struct KernelInterface: DRMInterface {
  package init() {}

  package func open(_ path: String) throws(Errno) -> Int32 {
    // Nonblocking, so that reading returns if there are no events.
    try SystemResult.value { unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK) }
  }

  package func close(_ descriptor: Int32) {
    // Linux closes the descriptor even if it returns EINTR.
    _ = Glibc.close(descriptor)
  }

  package func prepareInherited(_ descriptor: Int32) throws(Errno) {
    try SystemResult.value { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let flags = try SystemResult.value { fcntl(descriptor, F_GETFL) }
    try SystemResult.value { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
  }

  package func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try SystemResult.value { unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  package func driverName(_ descriptor: Int32) throws(Errno) -> String {
    let version = try unsafe SystemResult.pointer { unsafe drmGetVersion(descriptor) }
    defer { unsafe drmFreeVersion(version) }
    let name = unsafe UnsafeRawBufferPointer(start: version.pointee.name, count: Int(max(0, version.pointee.name_len)))
    return unsafe String(decoding: name, as: UTF8.self)
  }

  package func capability(_ descriptor: Int32, _ capability: UInt64) throws(Errno) -> UInt64 {
    var value: UInt64 = 0
    try SystemResult.value { unsafe drmGetCap(descriptor, capability, &value) }
    return value
  }

  package func setClientCapability(_ descriptor: Int32, _ capability: UInt64, _ value: UInt64) throws(Errno) {
    try SystemResult.value { drmSetClientCap(descriptor, capability, value) }
  }

  package func isMaster(_ descriptor: Int32) -> Bool {
    drmIsMaster(descriptor) != 0
  }

  package func setMaster(_ descriptor: Int32) throws(Errno) {
    try SystemResult.value { drmSetMaster(descriptor) }
  }

  package func dropMaster(_ descriptor: Int32) throws(Errno) {
    try SystemResult.value { drmDropMaster(descriptor) }
  }

  package func resources(_ descriptor: Int32) throws(Errno) -> CardResources {
    let found = try unsafe SystemResult.pointer { unsafe drmModeGetResources(descriptor) }
    defer { unsafe drmModeFreeResources(found) }
    let all = unsafe found.pointee
    return unsafe CardResources(
      connectors: Self.array(all.connectors, all.count_connectors).map(ConnectorID.init(rawValue:)),
      crtcs: Self.array(all.crtcs, all.count_crtcs).map(CRTCID.init(rawValue:)),
      encoders: Self.array(all.encoders, all.count_encoders).map(EncoderID.init(rawValue:)))
  }

  package func planes(_ descriptor: Int32) throws(Errno) -> [UInt32] {
    let found = try unsafe SystemResult.pointer { unsafe drmModeGetPlaneResources(descriptor) }
    defer { unsafe drmModeFreePlaneResources(found) }
    return unsafe Self.array(found.pointee.planes, found.pointee.count_planes)
  }

  package func connector(_ descriptor: Int32, _ connector: UInt32, probing: Bool) throws(Errno) -> RawConnector {
    let found = try unsafe SystemResult.pointer {
      unsafe probing
        ? drmModeGetConnector(descriptor, connector) : drmModeGetConnectorCurrent(descriptor, connector)
    }
    defer { unsafe drmModeFreeConnector(found) }
    let all = unsafe found.pointee
    return unsafe RawConnector(
      kind: all.connector_type, kindIndex: all.connector_type_id, connection: all.connection.rawValue,
      widthMillimeters: all.mmWidth, heightMillimeters: all.mmHeight, currentEncoder: all.encoder_id,
      encoders: Self.array(all.encoders, all.count_encoders),
      modes: Self.array(all.modes, all.count_modes).map(ModeInfo.init(kernelMode:)),
      properties: Self.properties(all.props, all.prop_values, all.count_props))
  }

  package func encoder(_ descriptor: Int32, _ encoder: UInt32) throws(Errno) -> EncoderSnapshot {
    let found = try unsafe SystemResult.pointer { unsafe drmModeGetEncoder(descriptor, encoder) }
    defer { unsafe drmModeFreeEncoder(found) }
    return unsafe EncoderSnapshot(
      id: EncoderID(rawValue: encoder), crtc: CRTCID(nonzero: found.pointee.crtc_id),
      possibleCRTCs: CRTCMask(rawValue: found.pointee.possible_crtcs))
  }

  package func crtc(_ descriptor: Int32, _ crtc: UInt32) throws(Errno) -> RawCRTC {
    let found = try unsafe SystemResult.pointer { unsafe drmModeGetCrtc(descriptor, crtc) }
    defer { unsafe drmModeFreeCrtc(found) }
    let all = unsafe found.pointee
    return RawCRTC(
      mode: all.mode_valid != 0 ? ModeInfo(kernelMode: all.mode) : nil, framebuffer: all.buffer_id,
      gammaSize: all.gamma_size)
  }

  package func plane(_ descriptor: Int32, _ plane: UInt32) throws(Errno) -> RawPlane {
    let found = try unsafe SystemResult.pointer { unsafe drmModeGetPlane(descriptor, plane) }
    defer { unsafe drmModeFreePlane(found) }
    let all = unsafe found.pointee
    return unsafe RawPlane(
      crtc: all.crtc_id, framebuffer: all.fb_id, possibleCRTCs: all.possible_crtcs,
      formats: Self.array(all.formats, all.count_formats))
  }

  package func objectProperties(
    _ descriptor: Int32, _ object: UInt32, _ kind: ObjectKind
  ) throws(Errno) -> [RawPropertyValue] {
    let found = try unsafe SystemResult.pointer {
      unsafe drmModeObjectGetProperties(descriptor, object, kind.rawValue)
    }
    defer { unsafe drmModeFreeObjectProperties(found) }
    return unsafe Self.properties(found.pointee.props, found.pointee.prop_values, found.pointee.count_props)
  }

  package func property(_ descriptor: Int32, _ property: UInt32) throws(Errno) -> RawProperty {
    let found = try unsafe SystemResult.pointer { unsafe drmModeGetProperty(descriptor, property) }
    defer { unsafe drmModeFreeProperty(found) }
    let all = unsafe found.pointee
    let enumeration = unsafe Self.array(all.enums, all.count_enums).map { (Self.text($0.name), $0.value) }
    return unsafe RawProperty(
      name: Self.text(all.name), flags: all.flags, enumeration: Dictionary(enumeration) { first, _ in first })
  }

  package func blob(_ descriptor: Int32, _ blob: UInt32) throws(Errno) -> [UInt8] {
    let found = try unsafe SystemResult.pointer { unsafe drmModeGetPropertyBlob(descriptor, blob) }
    defer { unsafe drmModeFreePropertyBlob(found) }
    let length = unsafe Int(found.pointee.length)
    return unsafe Array(
      UnsafeRawBufferPointer(start: found.pointee.data, count: found.pointee.data == nil ? 0 : length))
  }

  /// The elements of a C array; none if the pointer is null or the count is zero.
  static func array<Element, Count: BinaryInteger>(_ start: UnsafeMutablePointer<Element>?, _ count: Count) -> [Element]
  {
    guard let start = unsafe start, count > 0 else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  private static func properties<Count: BinaryInteger>(
    _ numbers: UnsafeMutablePointer<UInt32>?, _ values: UnsafeMutablePointer<UInt64>?, _ count: Count
  ) -> [RawPropertyValue] {
    unsafe zip(array(numbers, count), array(values, count)).map { RawPropertyValue(property: $0, value: $1) }
  }

  /// The text in a fixed C array, up to its NUL.
  static func text<Characters: BitwiseCopyable>(_ characters: Characters) -> String {
    unsafe withUnsafeBytes(of: characters) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  package func commit(
    _ descriptor: Int32, _ request: borrowing AtomicRequest, flags: UInt32, userData: UInt64
  ) throws(Errno) {
    // libdrm's drmModeAtomicCommit allocates and sorts at each call. Our request is always sorted.
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
    // The kernel takes 64 bits of user data, but libdrm takes a pointer.
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

  package func setCursor(
    _ descriptor: Int32, _ crtc: UInt32, handle: UInt32, width: UInt32, height: UInt32
  ) throws(Errno) {
    try SystemResult.value { drmModeSetCursor(descriptor, crtc, handle, width, height) }
  }

  package func moveCursor(_ descriptor: Int32, _ crtc: UInt32, x: Int32, y: Int32) throws(Errno) {
    try SystemResult.value { drmModeMoveCursor(descriptor, crtc, x, y) }
  }

  package func hideCursor(_ descriptor: Int32, _ crtc: UInt32) throws(Errno) {
    try SystemResult.value { drmModeSetCursor(descriptor, crtc, 0, 0, 0) }
  }

  package func setGamma(_ descriptor: Int32, _ crtc: UInt32, ramp: [UInt16]) throws(Errno) {
    // libdrm's parameters are not const, although the kernel only reads them.
    var (red, green, blue) = (ramp, ramp, ramp)
    let count = UInt32(clamping: ramp.count)
    try SystemResult.value { unsafe drmModeCrtcSetGamma(descriptor, crtc, count, &red, &green, &blue) }
  }

  private static func address<Element>(_ pointer: UnsafePointer<Element>?) -> UInt64 {
    UInt64(UInt(bitPattern: pointer))
  }

  package func createBlob(_ descriptor: Int32, _ bytes: RawSpan) throws(Errno) -> UInt32 {
    var blob: UInt32 = 0
    try unsafe bytes.withUnsafeBytes { (bytes) throws(Errno) in
      _ = try SystemResult.value { unsafe drmModeCreatePropertyBlob(descriptor, bytes.baseAddress, bytes.count, &blob) }
    }
    return blob
  }

  package func destroyBlob(_ descriptor: Int32, _ blob: UInt32) throws(Errno) {
    try SystemResult.value { drmModeDestroyPropertyBlob(descriptor, blob) }
  }

  package func createDumb(_ descriptor: Int32, width: UInt32, height: UInt32) throws(Errno) -> DumbAllocation {
    var made = DumbAllocation(handle: 0, stride: 0, byteCount: 0)
    try SystemResult.value {
      unsafe drmModeCreateDumbBuffer(descriptor, width, height, 32, 0, &made.handle, &made.stride, &made.byteCount)
    }
    return made
  }

  package func dumbMapOffset(_ descriptor: Int32, _ handle: UInt32) throws(Errno) -> UInt64 {
    // libdrm's function for this is newer than the ioctl and adds nothing.
    var request = drm_mode_map_dumb(handle: handle, pad: 0, offset: 0)
    try SystemResult.value { unsafe drmIoctl(descriptor, MARQUEE_DRM_IOCTL_MODE_MAP_DUMB, &request) }
    return request.offset
  }

  package func destroyDumb(_ descriptor: Int32, _ handle: UInt32) throws(Errno) {
    try SystemResult.value { drmModeDestroyDumbBuffer(descriptor, handle) }
  }

  package func closeHandle(_ descriptor: Int32, _ handle: UInt32) throws(Errno) {
    try SystemResult.value { drmCloseBufferHandle(descriptor, handle) }
  }

  package func exportHandle(_ descriptor: Int32, _ handle: UInt32) throws(Errno) -> Int32 {
    var memory: Int32 = -1
    // A mapping for writing needs DRM_RDWR, which has the value of O_RDWR.
    let flags = UInt32(bitPattern: O_CLOEXEC | O_RDWR)
    try SystemResult.value { unsafe drmPrimeHandleToFD(descriptor, handle, flags, &memory) }
    return memory
  }

  package func importHandle(_ descriptor: Int32, _ memory: Int32) throws(Errno) -> UInt32 {
    var handle: UInt32 = 0
    try SystemResult.value { unsafe drmPrimeFDToHandle(descriptor, memory, &handle) }
    return handle
  }

  package func map(
    _ descriptor: Int32, byteCount: Int, offset: UInt64
  ) throws(Errno) -> UnsafeMutableRawBufferPointer {
    guard let place = off_t(exactly: offset) else { throw .outOfRange }
    let start = try unsafe SystemResult.pointer {
      let result = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, place)
      return unsafe result == MAP_FAILED ? nil : result
    }
    return unsafe UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }

  package func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    // It fails only for an address that is no mapping.
    if let start = memory.baseAddress { _ = unsafe munmap(start, memory.count) }
  }

  package func addFramebuffer2(
    _ descriptor: Int32, width: UInt32, height: UInt32, format: UInt32, handle: UInt32, stride: UInt32, offset: UInt32
  ) throws(Errno) -> UInt32 {
    var framebuffer: UInt32 = 0
    try SystemResult.value {
      unsafe drmModeAddFB2(
        descriptor, width, height, format, [handle, 0, 0, 0], [stride, 0, 0, 0], [offset, 0, 0, 0], &framebuffer, 0)
    }
    return framebuffer
  }

  package func addFramebuffer(
    _ descriptor: Int32, width: UInt32, height: UInt32, handle: UInt32, stride: UInt32
  ) throws(Errno) -> UInt32 {
    var framebuffer: UInt32 = 0
    // Depth 24 with 32 bits a pixel is XRGB8888.
    try SystemResult.value {
      unsafe drmModeAddFB(descriptor, width, height, 24, 32, stride, handle, &framebuffer)
    }
    return framebuffer
  }

  package func closeFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32) throws(Errno) {
    var request = marquee_drm_mode_closefb(fb_id: framebuffer, pad: 0)
    try SystemResult.value { unsafe drmIoctl(descriptor, MARQUEE_DRM_IOCTL_MODE_CLOSEFB, &request) }
  }

  package func removeFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32) throws(Errno) {
    try SystemResult.value { drmModeRmFB(descriptor, framebuffer) }
  }

  package func dirtyFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32, _ clips: DirtyClips) throws(Errno) {
    var rects = InlineArray<16, drm_clip_rect>(repeating: drm_clip_rect())
    for index in 0..<clips.count {
      let clip = clips[index]
      rects[index] = drm_clip_rect(
        x1: UInt16(clamping: clip.x), y1: UInt16(clamping: clip.y), x2: UInt16(clamping: clip.maxX),
        y2: UInt16(clamping: clip.maxY))
    }
    var span = rects.mutableSpan
    try unsafe span.withUnsafeMutableBufferPointer { (buffer) throws(Errno) in
      _ = try SystemResult.value {
        unsafe drmModeDirtyFB(descriptor, framebuffer, buffer.baseAddress, UInt32(clips.count))
      }
    }
  }
}

/// Throws the errno of a C function as `Errno`.
///
/// Repeats a call that a signal interrupted (EINTR).
///
/// Some functions of libdrm return -1 and others -errno. Both set `errno`.
package enum SystemResult {
  /// The result of a call that is negative after a failure.
  @discardableResult
  package static func value<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
    try pointer {
      let result = call()
      return result >= 0 ? result : nil
    }
  }

  /// The result of a call that is nil after a failure.
  package static func pointer<Result>(_ call: () -> Result?) throws(Errno) -> Result {
    while true {
      if let result = call() { return result }
      let error = current
      if error != .interrupted { throw error }
    }
  }

  /// The current errno.
  ///
  /// If it is zero, the error is out of memory, because libdrm leaves errno at zero if its allocations fail.
  private static var current: Errno {
    let number = Glibc.errno
    return number == 0 ? .noMemory : Errno(rawValue: number)
  }
}
