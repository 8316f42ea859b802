import KernelModeSetting
import Synchronization
import SystemPackage

/// A libgbm for tests: it counts the living objects, and fails at chosen calls.
final class RecordingGBM: GBMInterface, Sendable {
  struct State {
    var callCount = 0
    var failingCall: Int?
    var refusesWritable = false
    /// The number of devices that refuse buffers for rendering, the first ones.
    var refusingDevices = 0
    var offset: UInt32 = 0
    /// The uses of the buffers that were made.
    var uses: [GBMUse] = []
    var openedCount = 0
    var deviceCount = 0
    var bufferCount = 0
  }

  private let state = Mutex(State())

  func with<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in body(&state) }
  }

  var livingCount: Int { with { $0.deviceCount + $0.bufferCount } }

  private func step() throws(Errno) {
    let fails = with { state in
      state.callCount += 1
      return state.callCount == state.failingCall
    }
    if fails { throw .noMemory }
  }

  private func token(_ number: Int) throws(Errno) -> OpaquePointer {
    guard let pointer = OpaquePointer(bitPattern: number) else { throw .noMemory }
    return pointer
  }

  func createDevice(_ descriptor: Int32) throws(Errno) -> OpaquePointer {
    try step()
    with { state in
      state.deviceCount += 1
      state.openedCount += 1
    }
    return try token(16)
  }

  func destroyDevice(_ device: OpaquePointer) { with { $0.deviceCount -= 1 } }

  func createBuffer(
    _ device: OpaquePointer, width: UInt32, height: UInt32, format: UInt32, use: GBMUse
  ) throws(Errno) -> OpaquePointer {
    try step()
    if use == .writing, with({ $0.refusesWritable }) { throw .invalidArgument }
    if use == .rendering, with({ $0.openedCount <= $0.refusingDevices }) { throw .permissionDenied }
    with { state in
      state.bufferCount += 1
      state.uses.append(use)
    }
    return try token(32)
  }

  func destroyBuffer(_ buffer: OpaquePointer) { with { $0.bufferCount -= 1 } }
  func handle(_ buffer: OpaquePointer) -> UInt32 { 7 }
  func stride(_ buffer: OpaquePointer) -> UInt32 { 256 }
  func offset(_ buffer: OpaquePointer) -> UInt32 { with { $0.offset } }
  func modifier(_ buffer: OpaquePointer) -> UInt64 { 5 }

  func export(_ buffer: OpaquePointer) throws(Errno) -> Int32 {
    try step()
    return 9
  }
}
