internal import CDRM
internal import DisplayTypes
internal import Glibc
package import SystemPackage

/// The kernel itself, through libdrm.
///
/// Each C function is called in one place, here.
///
/// libdrm repeats a call that a signal interrupted; `SystemResult` does so for the others.
package struct KernelInterface: DRMInterface {
  package init() {}
}

// The open file.
extension KernelInterface {
  package func open(_ path: String) throws(Errno) -> Int32 {
    // Not blocking, so that reading events ends when there are none.
    try SystemResult.value { unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK) }
  }

  package func close(_ descriptor: Int32) {
    // Linux closes the descriptor even where it reports EINTR.
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
}

// The card.
extension KernelInterface {
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
}

// What is there.
extension KernelInterface {
  package func resources(_ descriptor: Int32) throws(Errno) -> CardResources {
    let found = try unsafe SystemResult.pointer { unsafe drmModeGetResources(descriptor) }
    defer { unsafe drmModeFreeResources(found) }
    let all = unsafe found.pointee
    return unsafe CardResources(
      connectors: Self.array(all.connectors, all.count_connectors).map(ConnectorID.init(rawValue:)),
      crtcs: Self.array(all.crtcs, all.count_crtcs).map(CRTCID.init(rawValue:)),
      encoders: Self.array(all.encoders, all.count_encoders).map(EncoderID.init(rawValue:)),
      maximumWidth: Int(all.max_width), maximumHeight: Int(all.max_height))
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
    let properties = unsafe zip(
      Self.array(all.props, all.count_props), Self.array(all.prop_values, all.count_props))
    return unsafe RawConnector(
      kind: all.connector_type, kindIndex: all.connector_type_id, connection: all.connection.rawValue,
      widthMillimeters: all.mmWidth, heightMillimeters: all.mmHeight, currentEncoder: all.encoder_id,
      encoders: Self.array(all.encoders, all.count_encoders),
      modes: Self.array(all.modes, all.count_modes).map(ModeInfo.init(kernelMode:)),
      properties: properties.map { RawPropertyValue(property: $0, value: $1) })
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
      mode: all.mode_valid != 0 ? ModeInfo(kernelMode: all.mode) : nil, framebuffer: all.buffer_id, x: all.x, y: all.y,
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
    let all = unsafe found.pointee
    return unsafe zip(Self.array(all.props, all.count_props), Self.array(all.prop_values, all.count_props)).map {
      RawPropertyValue(property: $0, value: $1)
    }
  }

  package func property(_ descriptor: Int32, _ property: UInt32) throws(Errno) -> RawProperty {
    let found = try unsafe SystemResult.pointer { unsafe drmModeGetProperty(descriptor, property) }
    defer { unsafe drmModeFreeProperty(found) }
    let all = unsafe found.pointee
    let enumeration = unsafe Self.array(all.enums, all.count_enums).map { (Self.text($0.name), $0.value) }
    return unsafe RawProperty(
      name: Self.text(all.name), flags: all.flags, values: Self.array(all.values, all.count_values),
      enumeration: Dictionary(enumeration) { first, _ in first })
  }

  package func blob(_ descriptor: Int32, _ blob: UInt32) throws(Errno) -> [UInt8] {
    let found = try unsafe SystemResult.pointer { unsafe drmModeGetPropertyBlob(descriptor, blob) }
    defer { unsafe drmModeFreePropertyBlob(found) }
    let length = unsafe Int(found.pointee.length)
    return unsafe Array(
      UnsafeRawBufferPointer(start: found.pointee.data, count: found.pointee.data == nil ? 0 : length))
  }

  /// The elements behind a C pointer and count; none where either says so.
  static func array<Element, Count: BinaryInteger>(_ start: UnsafeMutablePointer<Element>?, _ count: Count) -> [Element]
  {
    guard let start = unsafe start, count > 0 else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  /// The text in a fixed C array, up to its NUL.
  static func text<Characters: BitwiseCopyable>(_ characters: Characters) -> String {
    unsafe withUnsafeBytes(of: characters) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
