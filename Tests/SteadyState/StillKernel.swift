import DisplayTypes
import EventLoop
import Glibc
import KernelModeSetting
import Synchronization
import SystemPackage

/// A kernel with one VGA connector that takes everything, flips at once, and allocates nothing for a frame.
final class StillKernel: DRMInterface, Sendable {
  private struct State {
    var pendingFlip: UInt64?
    var lastNumber: UInt32 = 100
    var flips = 0
    var blobs = 0
    var updates = 0
  }

  /// 500 Hz, so that no time is lost.
  static let mode = ScreenMode(
    clockKilohertz: 210_000, horizontal: ModeTiming(display: 640, syncStart: 656, syncEnd: 752, total: 800),
    vertical: ModeTiming(display: 480, syncStart: 490, syncEnd: 492, total: 525), isPreferred: true)

  private enum ID {
    static let connector: UInt32 = 10
    static let encoder: UInt32 = 11
    static let crtc: UInt32 = 12
    static let plane: UInt32 = 13
  }

  private let driver: String
  private let isAtomic: Bool
  private let names: [UInt32: String]
  private let state = Mutex(State())
  /// The card's file: readable while an event waits.
  private let pipe: (reading: Int32, writing: Int32)

  init(driver: String, isAtomic: Bool, hasDamageClips: Bool) throws(Errno) {
    self.driver = driver
    self.isAtomic = isAtomic
    var names: [UInt32: String] = [20: "CRTC_ID", 40: "ACTIVE", 41: "MODE_ID", 59: "type"]
    let ofPlane = ["FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"]
    for (number, name) in ofPlane.enumerated() { names[60 + UInt32(number)] = name }
    if hasDamageClips { names[70] = "FB_DAMAGE_CLIPS" }
    self.names = names
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
    pipe = (ends[0], ends[1])
  }

  deinit {
    _ = Glibc.close(pipe.reading)
    _ = Glibc.close(pipe.writing)
  }

  var flips: Int { state.withLock { $0.flips } }
  var updates: Int { state.withLock { $0.updates } }
  var damageBlobs: Int { state.withLock { $0.blobs } }

  private func number() -> UInt32 {
    state.withLock { state in
      state.lastNumber &+= 1
      return state.lastNumber
    }
  }

  private func flip(_ userData: UInt64) throws(Errno) {
    let wasPending = state.withLock { state in
      defer {
        state.pendingFlip = userData
        state.flips += 1
      }
      return state.pendingFlip != nil
    }
    guard !wasPending else { throw .resourceBusy }
    var byte: UInt8 = 0
    _ = write(pipe.writing, &byte, 1)
  }
}

// The open file and the card.
extension StillKernel {
  func open(_ path: String) throws(Errno) -> Int32 { pipe.reading }
  // Closed with the kernel, which outlives the card.
  func close(_ descriptor: Int32) {}
  func prepareInherited(_ descriptor: Int32) throws(Errno) {}

  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    guard let userData = state.withLock({ $0.pendingFlip.take() }) else { throw .resourceTemporarilyUnavailable }
    let time = MonotonicTime.now
    var byte: UInt8 = 0
    _ = Glibc.read(pipe.reading, &byte, 1)
    // struct drm_event_vblank (drm.h): type, length, user data, seconds, microseconds, sequence, CRTC.
    let words =
      [
        2, 32, UInt32(truncatingIfNeeded: userData), UInt32(truncatingIfNeeded: userData >> 32),
        UInt32(truncatingIfNeeded: time.nanoseconds / 1_000_000_000),
        UInt32(truncatingIfNeeded: time.nanoseconds % 1_000_000_000 / 1000), 1, ID.crtc,
      ] as InlineArray<8, UInt32>
    for index in 0..<8 { buffer.storeBytes(of: words[index], toByteOffset: index * 4, as: UInt32.self) }
    return 32
  }

  func driverName(_ descriptor: Int32) throws(Errno) -> String { driver }
  func capability(_ descriptor: Int32, _ capability: UInt64) throws(Errno) -> UInt64 { 1 }
  func setClientCapability(_ descriptor: Int32, _ capability: UInt64, _ value: UInt64) throws(Errno) {
    if capability == 3, value == 1, !isAtomic { throw .notSupported }
  }
  func isMaster(_ descriptor: Int32) -> Bool { true }
  func setMaster(_ descriptor: Int32) throws(Errno) {}
  func dropMaster(_ descriptor: Int32) throws(Errno) {}
}

// The objects of the card.
extension StillKernel {
  func resources(_ descriptor: Int32) throws(Errno) -> CardResources {
    CardResources(
      connectors: [ConnectorID(rawValue: ID.connector)], crtcs: [CRTCID(rawValue: ID.crtc)],
      encoders: [EncoderID(rawValue: ID.encoder)])
  }

  func planes(_ descriptor: Int32) throws(Errno) -> [UInt32] { [ID.plane] }

  func connector(_ descriptor: Int32, _ connector: UInt32, probing: Bool) throws(Errno) -> RawConnector {
    // A VGA connector (kind 1) has no EDID to wait for.
    RawConnector(
      kind: 1, kindIndex: 1, connection: 1, encoders: [ID.encoder], modes: [ModeInfo(Self.mode)],
      properties: properties(of: connector))
  }

  func encoder(_ descriptor: Int32, _ encoder: UInt32) throws(Errno) -> EncoderSnapshot {
    EncoderSnapshot(id: EncoderID(rawValue: encoder), possibleCRTCs: CRTCMask(rawValue: 1))
  }

  func crtc(_ descriptor: Int32, _ crtc: UInt32) throws(Errno) -> RawCRTC { RawCRTC() }
  func plane(_ descriptor: Int32, _ plane: UInt32) throws(Errno) -> RawPlane {
    // DRM_FORMAT_XRGB8888.
    RawPlane(possibleCRTCs: 1, formats: [0x3432_5258])
  }

  func objectProperties(
    _ descriptor: Int32, _ object: UInt32, _ kind: ObjectKind
  ) throws(Errno) -> [RawPropertyValue] {
    properties(of: object)
  }

  func property(_ descriptor: Int32, _ property: UInt32) throws(Errno) -> RawProperty {
    guard let name = names[property] else { throw .noSuchFileOrDirectory }
    return RawProperty(name: name, flags: 1 << 1)
  }

  func blob(_ descriptor: Int32, _ blob: UInt32) throws(Errno) -> [UInt8] { [] }

  private func properties(of object: UInt32) -> [RawPropertyValue] {
    let range: ClosedRange<UInt32> =
      switch object {
      case ID.connector: 20...20
      case ID.crtc: 40...41
      default: 59...70
      }
    return names.keys.filter(range.contains).sorted().map { RawPropertyValue(property: $0, value: $0 == 59 ? 1 : 0) }
  }
}

// Buffers, framebuffers and blobs.
extension StillKernel {
  func createBlob(_ descriptor: Int32, _ bytes: RawSpan) throws(Errno) -> UInt32 {
    state.withLock { $0.blobs += 1 }
    return number()
  }

  func destroyBlob(_ descriptor: Int32, _ blob: UInt32) throws(Errno) {}

  func createDumb(_ descriptor: Int32, width: UInt32, height: UInt32) throws(Errno) -> DumbAllocation {
    DumbAllocation(handle: number(), stride: width * 4, byteCount: UInt64(width) * UInt64(height) * 4)
  }

  func dumbMapOffset(_ descriptor: Int32, _ handle: UInt32) throws(Errno) -> UInt64 { 4096 }
  func destroyDumb(_ descriptor: Int32, _ handle: UInt32) throws(Errno) {}
  func closeHandle(_ descriptor: Int32, _ handle: UInt32) throws(Errno) {}
  func exportHandle(_ descriptor: Int32, _ handle: UInt32) throws(Errno) -> Int32 { throw .notSupported }
  func importHandle(_ descriptor: Int32, _ memory: Int32) throws(Errno) -> UInt32 { throw .notSupported }

  func map(_ descriptor: Int32, byteCount: Int, offset: UInt64) throws(Errno) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096)
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    memory.deallocate()
  }

  func addFramebuffer2(
    _ descriptor: Int32, width: UInt32, height: UInt32, format: UInt32, handle: UInt32, stride: UInt32, offset: UInt32
  ) throws(Errno) -> UInt32 { number() }

  func addFramebuffer(
    _ descriptor: Int32, width: UInt32, height: UInt32, handle: UInt32, stride: UInt32
  ) throws(Errno) -> UInt32 { number() }

  func closeFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32) throws(Errno) {}
  func removeFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32) throws(Errno) {}

  func dirtyFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32, _ clips: DirtyClips) throws(Errno) {
    state.withLock { $0.updates += 1 }
  }
}

// The calls that change the picture.
extension StillKernel {
  func commit(
    _ descriptor: Int32, _ request: borrowing AtomicRequest, flags: UInt32, userData: UInt64
  ) throws(Errno) {
    // DRM_MODE_PAGE_FLIP_EVENT.
    if flags & 1 != 0 { try flip(userData) }
  }

  func setCRTC(
    _ descriptor: Int32, _ crtc: UInt32, framebuffer: UInt32, connectors: [UInt32], mode: ModeInfo?
  ) throws(Errno) {}

  func pageFlip(
    _ descriptor: Int32, _ crtc: UInt32, framebuffer: UInt32, flags: UInt32, userData: UInt64
  ) throws(Errno) {
    try flip(userData)
  }

  func setProperty(
    _ descriptor: Int32, _ object: UInt32, _ kind: ObjectKind, property: UInt32, value: UInt64
  ) throws(Errno) {}

  func disablePlane(_ descriptor: Int32, _ plane: UInt32) throws(Errno) {}
  func setCursor(
    _ descriptor: Int32, _ crtc: UInt32, handle: UInt32, width: UInt32, height: UInt32
  ) throws(Errno) {}
  func moveCursor(_ descriptor: Int32, _ crtc: UInt32, x: Int32, y: Int32) throws(Errno) {}
  func hideCursor(_ descriptor: Int32, _ crtc: UInt32) throws(Errno) {}
  func setGamma(_ descriptor: Int32, _ crtc: UInt32, ramp: [UInt16]) throws(Errno) {}
}
