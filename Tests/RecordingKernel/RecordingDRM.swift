internal import DisplayTypes
package import KernelModeSetting
internal import Synchronization
package import SystemPackage

/// A kernel for tests: it records each call, counts the living objects, and fails at chosen calls.
package final class RecordingDRM: DRMInterface, Sendable {
  package struct State {
    package var log: [String] = []
    /// The number of calls so far that can fail, counted from 1.
    package var failableCount = 0
    package var failingCall: (number: Int, errno: Errno)?
    package var failures: [String: Errno] = [:]
    package var nextNumber: UInt32 = 100
    package var framebuffers: Set<UInt32> = []
    package var blobs: [UInt32: [UInt8]] = [:]
    package var handles: Set<UInt32> = []
    /// The start addresses of mapped memory, the oldest first.
    package var mappings: [UInt] = []
    /// The value of each byte of new memory.
    package var newMemory: UInt8 = 0xee
    /// The first pixel of each mapping at each commit and each legacy modeset. It shows what was drawn by then.
    package var pixelsAtCommits: [[UInt32]] = []
    package var openCount = 0
    /// The descriptor of an open file. If a loop watches the file, it must be a descriptor that can be watched.
    package var descriptor: Int32 = 42
    package var isMaster = true
    /// Whether commits stop failing when the file is master again.
    package var endsFailureWithMaster = false
    package var clientCapabilities: [UInt64: UInt64] = [:]
    package var capabilities: [UInt64: UInt64] = [1: 1]
    package var strideSlack: UInt32 = 0
    package var dumbShortage: UInt64 = 0
    /// The number of dumb buffers that fit into memory.
    package var dumbLimit = Int.max
    package var events: [[UInt8]] = []
    package var resources = CardResources(connectors: [], crtcs: [])
    package var connectors: [UInt32: RawConnector] = [:]
    package var encoders: [UInt32: EncoderSnapshot] = [:]
    package var crtcs: [UInt32: RawCRTC] = [:]
    package var planes: [UInt32: RawPlane] = [:]
    package var properties: [UInt32: RawProperty] = [:]
    package var objectProperties: [UInt32: [RawPropertyValue]] = [:]
    package var commits: [AtomicRequest] = []
    package var dirty: [DirtyClips] = []

    package mutating func notePixels() {
      pixelsAtCommits.append(
        mappings.compactMap { UnsafeRawPointer(bitPattern: $0)?.loadUnaligned(as: UInt32.self) })
    }
  }

  private let state: Mutex<State>

  package init(_ configure: (inout State) -> Void = { _ in }) {
    var initial = State()
    configure(&initial)
    state = Mutex(initial)
  }

  package func with<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in body(&state) }
  }

  package var log: [String] { with { $0.log } }
  /// The number of living framebuffers, blobs, handles, mappings and open files.
  package var livingCount: Int {
    with { $0.framebuffers.count + $0.blobs.count + $0.handles.count + $0.mappings.count + $0.openCount }
  }

  /// Opens a card on this kernel.
  package func card() throws -> Card { try Card.open("/dev/dri/card7", through: self) }

  private func note(_ call: String, _ detail: String = "", canFail: Bool = true) throws(Errno) {
    let errno: Errno? = with { state in
      state.log.append(detail.isEmpty ? call : "\(call) \(detail)")
      if let errno = state.failures[call] { return errno }
      guard canFail else { return nil }
      state.failableCount += 1
      return state.failingCall?.number == state.failableCount ? state.failingCall?.errno : nil
    }
    if let errno { throw errno }
  }

  private func required<Value>(_ value: Value?) throws(Errno) -> Value {
    guard let value else { throw .noSuchFileOrDirectory }
    return value
  }

  private func number() -> UInt32 {
    with { state in
      state.nextNumber += 1
      return state.nextNumber
    }
  }
}

// The open file and the card.
extension RecordingDRM {
  package func open(_ path: String) throws(Errno) -> Int32 {
    try note("open", path)
    return with { state in
      state.openCount += 1
      return state.descriptor
    }
  }

  package func close(_ descriptor: Int32) {
    with { state in
      state.log.append("close \(descriptor)")
      if descriptor == state.descriptor { state.openCount -= 1 }
    }
  }

  package func prepareInherited(_ descriptor: Int32) throws(Errno) {
    try note("prepareInherited")
  }

  package func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try note("read")
    let bytes = with { $0.events.isEmpty ? nil : $0.events.removeFirst() }
    guard let bytes else { throw .resourceTemporarilyUnavailable }
    buffer.copyBytes(from: bytes)
    return bytes.count
  }

  package func driverName(_ descriptor: Int32) throws(Errno) -> String {
    try note("driverName")
    return "recording"
  }

  package func capability(_ descriptor: Int32, _ capability: UInt64) throws(Errno) -> UInt64 {
    try note("capability", "\(capability)")
    return with { $0.capabilities[capability] ?? 0 }
  }

  package func setClientCapability(_ descriptor: Int32, _ capability: UInt64, _ value: UInt64) throws(Errno) {
    try note("setClientCapability", "\(capability) \(value)")
    if let errno = with({ $0.failures["setClientCapability \(capability)"] }) { throw errno }
    with { state in
      state.clientCapabilities[capability] = value
      // As in drm_setclientcap: atomic sets the other two.
      if capability == 3 {
        state.clientCapabilities[2] = value
        state.clientCapabilities[4] = value
      }
    }
  }

  package func isMaster(_ descriptor: Int32) -> Bool { with { $0.isMaster } }

  package func setMaster(_ descriptor: Int32) throws(Errno) {
    try note("setMaster")
    with { state in
      state.isMaster = true
      if state.endsFailureWithMaster { state.failures = [:] }
    }
  }

  package func dropMaster(_ descriptor: Int32) throws(Errno) {
    try note("dropMaster")
    with { $0.isMaster = false }
  }
}

// The objects of the card.
extension RecordingDRM {
  package func resources(_ descriptor: Int32) throws(Errno) -> CardResources {
    try note("resources")
    return with { $0.resources }
  }

  package func planes(_ descriptor: Int32) throws(Errno) -> [UInt32] {
    try note("planes")
    return with { $0.planes.keys.sorted() }
  }

  package func connector(_ descriptor: Int32, _ connector: UInt32, probing: Bool) throws(Errno) -> RawConnector {
    try note(probing ? "probeConnector" : "connector", "\(connector)")
    return try required(with { $0.connectors[connector] })
  }

  package func encoder(_ descriptor: Int32, _ encoder: UInt32) throws(Errno) -> EncoderSnapshot {
    try note("encoder", "\(encoder)")
    return try required(with { $0.encoders[encoder] })
  }

  package func crtc(_ descriptor: Int32, _ crtc: UInt32) throws(Errno) -> RawCRTC {
    try note("crtc", "\(crtc)")
    return try required(with { $0.crtcs[crtc] })
  }

  package func plane(_ descriptor: Int32, _ plane: UInt32) throws(Errno) -> RawPlane {
    try note("plane", "\(plane)")
    return try required(with { $0.planes[plane] })
  }

  package func objectProperties(
    _ descriptor: Int32, _ object: UInt32, _ kind: ObjectKind
  ) throws(Errno) -> [RawPropertyValue] {
    try note("objectProperties", "\(object)")
    return with { $0.objectProperties[object] ?? [] }
  }

  package func property(_ descriptor: Int32, _ property: UInt32) throws(Errno) -> RawProperty {
    try note("property", "\(property)")
    return try required(with { $0.properties[property] })
  }

  package func blob(_ descriptor: Int32, _ blob: UInt32) throws(Errno) -> [UInt8] {
    try note("blob", "\(blob)")
    return try required(with { $0.blobs[blob] })
  }
}

// Buffers, framebuffers and blobs.
extension RecordingDRM {
  package func createBlob(_ descriptor: Int32, _ bytes: RawSpan) throws(Errno) -> UInt32 {
    try note("createBlob")
    let copy = bytes.withUnsafeBytes { Array($0) }
    let id = number()
    with { $0.blobs[id] = copy }
    return id
  }

  package func destroyBlob(_ descriptor: Int32, _ blob: UInt32) throws(Errno) {
    try note("destroyBlob", "\(blob)", canFail: false)
    _ = try required(with { $0.blobs.removeValue(forKey: blob) })
  }

  package func createDumb(_ descriptor: Int32, width: UInt32, height: UInt32) throws(Errno) -> DumbAllocation {
    try note("createDumb", "\(width)x\(height)")
    guard with({ $0.handles.count < $0.dumbLimit }) else { throw .noMemory }
    let handle = number()
    return with { state in
      state.handles.insert(handle)
      let stride = width * 4 + state.strideSlack
      return DumbAllocation(
        handle: handle, stride: stride, byteCount: UInt64(stride) * UInt64(height) - state.dumbShortage)
    }
  }

  package func dumbMapOffset(_ descriptor: Int32, _ handle: UInt32) throws(Errno) -> UInt64 {
    try note("dumbMapOffset")
    return UInt64(handle) << 32
  }

  package func destroyDumb(_ descriptor: Int32, _ handle: UInt32) throws(Errno) {
    try note("destroyDumb", canFail: false)
    _ = try required(with { $0.handles.remove(handle) })
  }

  package func closeHandle(_ descriptor: Int32, _ handle: UInt32) throws(Errno) {
    try note("closeHandle", "\(handle)", canFail: false)
    _ = try required(with { $0.handles.remove(handle) })
  }

  package func exportHandle(_ descriptor: Int32, _ handle: UInt32) throws(Errno) -> Int32 {
    try note("exportHandle", "\(handle)")
    return Int32(clamping: 1_000_000 + handle)
  }

  package func importHandle(_ descriptor: Int32, _ memory: Int32) throws(Errno) -> UInt32 {
    try note("importHandle", "\(memory)")
    let handle = number()
    with { _ = $0.handles.insert(handle) }
    return handle
  }

  package func map(
    _ descriptor: Int32, byteCount: Int, offset: UInt64
  ) throws(Errno) -> UnsafeMutableRawBufferPointer {
    try note("map", "\(descriptor)")
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
    with { state in
      memory.initializeMemory(as: UInt8.self, repeating: state.newMemory)
      state.mappings.append(UInt(bitPattern: memory.baseAddress))
    }
    return memory
  }

  package func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    with { state in
      state.log.append("unmap")
      state.mappings.removeAll { $0 == UInt(bitPattern: memory.baseAddress) }
    }
    memory.deallocate()
  }

  package func addFramebuffer2(
    _ descriptor: Int32, width: UInt32, height: UInt32, format: UInt32, handle: UInt32, stride: UInt32, offset: UInt32
  ) throws(Errno) -> UInt32 {
    try note("addFramebuffer2", "\(width)x\(height)")
    return newFramebuffer()
  }

  package func addFramebuffer(
    _ descriptor: Int32, width: UInt32, height: UInt32, handle: UInt32, stride: UInt32
  ) throws(Errno) -> UInt32 {
    try note("addFramebuffer", "\(width)x\(height)")
    return newFramebuffer()
  }

  private func newFramebuffer() -> UInt32 {
    let id = number()
    with { _ = $0.framebuffers.insert(id) }
    return id
  }

  package func closeFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32) throws(Errno) {
    try note("closeFramebuffer", canFail: false)
    _ = try required(with { $0.framebuffers.remove(framebuffer) })
  }

  package func removeFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32) throws(Errno) {
    try note("removeFramebuffer", "\(framebuffer)", canFail: false)
    _ = try required(with { $0.framebuffers.remove(framebuffer) })
  }

  package func dirtyFramebuffer(_ descriptor: Int32, _ framebuffer: UInt32, _ clips: DirtyClips) throws(Errno) {
    try note("dirtyFramebuffer", "\(framebuffer)")
    with { $0.dirty.append(clips) }
  }
}

// The calls that change the picture.
extension RecordingDRM {
  package func commit(
    _ descriptor: Int32, _ request: borrowing AtomicRequest, flags: UInt32, userData: UInt64
  ) throws(Errno) {
    try note("commit", "\(flags) \(userData)")
    let copy = copy request
    with { state in
      state.commits.append(copy)
      state.notePixels()
    }
  }

  package func setCRTC(
    _ descriptor: Int32, _ crtc: UInt32, framebuffer: UInt32, connectors: [UInt32], mode: ModeInfo?
  ) throws(Errno) {
    try note("setCRTC", "\(crtc) \(framebuffer) \(connectors) \(mode.map { "\($0.flags)" } ?? "off")")
    with { $0.notePixels() }
  }

  package func pageFlip(
    _ descriptor: Int32, _ crtc: UInt32, framebuffer: UInt32, flags: UInt32, userData: UInt64
  ) throws(Errno) {
    try note("pageFlip", "\(crtc) \(framebuffer) \(flags) \(userData)")
  }

  package func setProperty(
    _ descriptor: Int32, _ object: UInt32, _ kind: ObjectKind, property: UInt32, value: UInt64
  ) throws(Errno) {
    try note("setProperty", "\(object) \(property) \(value)")
  }

  package func disablePlane(_ descriptor: Int32, _ plane: UInt32) throws(Errno) {
    try note("disablePlane", "\(plane)")
  }

  package func setCursor(
    _ descriptor: Int32, _ crtc: UInt32, handle: UInt32, width: UInt32, height: UInt32
  ) throws(Errno) {
    try note("setCursor", "\(crtc) \(handle) \(width)x\(height)")
  }

  package func moveCursor(_ descriptor: Int32, _ crtc: UInt32, x: Int32, y: Int32) throws(Errno) {
    try note("moveCursor", "\(crtc) \(x) \(y)")
  }

  package func hideCursor(_ descriptor: Int32, _ crtc: UInt32) throws(Errno) {
    try note("hideCursor", "\(crtc)")
  }

  package func setGamma(_ descriptor: Int32, _ crtc: UInt32, ramp: [UInt16]) throws(Errno) {
    try note("setGamma", "\(crtc) \(ramp.first ?? 0) \(ramp.last ?? 0) \(ramp.count)")
  }
}
