package import SystemPackage

/// Every call to the kernel's DRM that this target makes, with one function each.
///
/// The functions decide nothing.
///
/// `KernelInterface` calls the kernel. Tests replace it with an implementation that records calls and can force an errno.
package protocol DRMInterface: Sendable {
  // Open file
  func open(_ path: String) throws(Errno) -> Int32
  func close(_ descriptor: Int32)
  func prepareInherited(_ descriptor: Int32) throws(Errno)
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int

  // Card
  func driverName(_ descriptor: Int32) throws(Errno) -> String
  func capability(_ descriptor: Int32, _ capability: UInt64) throws(Errno) -> UInt64
  func setClientCapability(_ descriptor: Int32, _ capability: UInt64, _ value: UInt64) throws(Errno)
  func isMaster(_ descriptor: Int32) -> Bool
  func setMaster(_ descriptor: Int32) throws(Errno)
  func dropMaster(_ descriptor: Int32) throws(Errno)

  // Resources
  func resources(_ descriptor: Int32) throws(Errno) -> CardResources
  func planes(_ descriptor: Int32) throws(Errno) -> [UInt32]
  func connector(_ descriptor: Int32, _ connector: UInt32, probing: Bool) throws(Errno) -> RawConnector
  func encoder(_ descriptor: Int32, _ encoder: UInt32) throws(Errno) -> EncoderSnapshot
  func crtc(_ descriptor: Int32, _ crtc: UInt32) throws(Errno) -> RawCRTC
  func plane(_ descriptor: Int32, _ plane: UInt32) throws(Errno) -> RawPlane
  func objectProperties(_ descriptor: Int32, _ object: UInt32, _ kind: ObjectKind) throws(Errno) -> [RawPropertyValue]
  func property(_ descriptor: Int32, _ property: UInt32) throws(Errno) -> RawProperty
  func blob(_ descriptor: Int32, _ blob: UInt32) throws(Errno) -> [UInt8]

  // Buffers, framebuffers and blobs
  func createBlob(_ descriptor: Int32, _ bytes: RawSpan) throws(Errno) -> UInt32
  func destroyBlob(_ descriptor: Int32, _ blob: UInt32) throws(Errno)
  func createDumb(_ descriptor: Int32, width: UInt32, height: UInt32) throws(Errno) -> DumbAllocation
  func dumbMapOffset(_ descriptor: Int32, _ handle: UInt32) throws(Errno) -> UInt64
  func destroyDumb(_ descriptor: Int32, _ handle: UInt32) throws(Errno)
  func closeHandle(_ descriptor: Int32, _ handle: UInt32) throws(Errno)
  func exportHandle(_ descriptor: Int32, _ handle: UInt32) throws(Errno) -> Int32
  func importHandle(_ descriptor: Int32, _ memory: Int32) throws(Errno) -> UInt32
  func map(_ descriptor: Int32, byteCount: Int, offset: UInt64) throws(Errno) -> UnsafeMutableRawBufferPointer
  func unmap(_ memory: UnsafeMutableRawBufferPointer)
  func addFramebuffer2(
    _ descriptor: Int32, width: UInt32, height: UInt32, format: UInt32, handle: UInt32, stride: UInt32, offset: UInt32
  ) throws(Errno) -> UInt32
  func addFramebuffer(
    _ descriptor: Int32, width: UInt32, height: UInt32, handle: UInt32, stride: UInt32
  ) throws(Errno) -> UInt32
  func closeFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32) throws(Errno)
  func removeFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32) throws(Errno)
  func dirtyFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32, _ clips: DirtyClips) throws(Errno)

  // Atomic commits
  func commit(_ descriptor: Int32, _ request: borrowing AtomicRequest, flags: UInt32, userData: UInt64) throws(Errno)

  // Legacy calls
  func setCRTC(
    _ descriptor: Int32, _ crtc: UInt32, framebuffer: UInt32, connectors: [UInt32], mode: ModeInfo?
  ) throws(Errno)
  func pageFlip(
    _ descriptor: Int32, _ crtc: UInt32, framebuffer: UInt32, flags: UInt32, userData: UInt64
  ) throws(Errno)
  func setProperty(
    _ descriptor: Int32, _ object: UInt32, _ kind: ObjectKind, property: UInt32, value: UInt64
  ) throws(Errno)
  func disablePlane(_ descriptor: Int32, _ plane: UInt32) throws(Errno)
  func setCursor(
    _ descriptor: Int32, _ crtc: UInt32, handle: UInt32, width: UInt32, height: UInt32
  ) throws(Errno)
  func moveCursor(_ descriptor: Int32, _ crtc: UInt32, x: Int32, y: Int32) throws(Errno)
  func hideCursor(_ descriptor: Int32, _ crtc: UInt32) throws(Errno)
  func setGamma(_ descriptor: Int32, _ crtc: UInt32, ramp: [UInt16]) throws(Errno)
}

/// The result of `drmModeGetConnector`.
package struct RawConnector: Hashable, Sendable {
  package var kind: UInt32
  package var kindIndex: UInt32
  package var connection: UInt32
  package var widthMillimeters: UInt32
  package var heightMillimeters: UInt32
  package var currentEncoder: UInt32
  package var encoders: [UInt32]
  package var modes: [ModeInfo]
  package var properties: [RawPropertyValue]

  package init(
    kind: UInt32, kindIndex: UInt32, connection: UInt32, widthMillimeters: UInt32 = 0, heightMillimeters: UInt32 = 0,
    currentEncoder: UInt32 = 0, encoders: [UInt32] = [], modes: [ModeInfo] = [], properties: [RawPropertyValue] = []
  ) {
    self.kind = kind
    self.kindIndex = kindIndex
    self.connection = connection
    self.widthMillimeters = widthMillimeters
    self.heightMillimeters = heightMillimeters
    self.currentEncoder = currentEncoder
    self.encoders = encoders
    self.modes = modes
    self.properties = properties
  }
}

/// The result of `drmModeGetCrtc`.
package struct RawCRTC: Hashable, Sendable {
  package var mode: ModeInfo?
  package var framebuffer: UInt32
  package var gammaSize: Int32

  package init(mode: ModeInfo? = nil, framebuffer: UInt32 = 0, gammaSize: Int32 = 0) {
    self.mode = mode
    self.framebuffer = framebuffer
    self.gammaSize = gammaSize
  }
}

/// The result of `drmModeGetPlane`.
package struct RawPlane: Hashable, Sendable {
  package var crtc: UInt32
  package var framebuffer: UInt32
  package var possibleCRTCs: UInt32
  package var formats: [UInt32]

  package init(crtc: UInt32 = 0, framebuffer: UInt32 = 0, possibleCRTCs: UInt32, formats: [UInt32] = []) {
    self.crtc = crtc
    self.framebuffer = framebuffer
    self.possibleCRTCs = possibleCRTCs
    self.formats = formats
  }
}

/// The result of `drmModeGetProperty`.
package struct RawProperty: Hashable, Sendable {
  package var name: String
  package var flags: UInt32
  package var enumeration: [String: UInt64]

  package init(name: String, flags: UInt32, enumeration: [String: UInt64] = [:]) {
    self.name = name
    self.flags = flags
    self.enumeration = enumeration
  }
}

/// A property's number and its value for an object.
package struct RawPropertyValue: Hashable, Sendable {
  package var property: UInt32
  package var value: UInt64

  package init(property: UInt32, value: UInt64) {
    self.property = property
    self.value = value
  }
}

/// The kinds of objects whose properties can be read and set (`DRM_MODE_OBJECT_*` in drm_mode.h).
package enum ObjectKind: UInt32, Sendable {
  case crtc = 0xcccc_cccc
  case connector = 0xc0c0_c0c0
  case plane = 0xeeee_eeee
}

/// The result of `drmModeCreateDumbBuffer`.
package struct DumbAllocation: Hashable, Sendable {
  package var handle: UInt32
  package var stride: UInt32
  package var byteCount: UInt64

  package init(handle: UInt32, stride: UInt32, byteCount: UInt64) {
    self.handle = handle
    self.stride = stride
    self.byteCount = byteCount
  }
}
