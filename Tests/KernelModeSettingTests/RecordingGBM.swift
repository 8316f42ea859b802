import KernelModeSetting
import Synchronization
import SystemPackage

/// A libgbm for tests: it counts the living objects, and fails at chosen calls.
final class RecordingGBM: GBMInterface, Sendable {
  struct State {
    var callCount = 0
    var failingCall: Int?
    var refusesWritable = false
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
    with { $0.deviceCount += 1 }
    return try token(16)
  }

  func destroyDevice(_ device: OpaquePointer) { with { $0.deviceCount -= 1 } }

  func createBuffer(
    _ device: OpaquePointer, width: UInt32, height: UInt32, format: UInt32, writable: Bool
  ) throws(Errno) -> OpaquePointer {
    try step()
    if writable, with({ $0.refusesWritable }) { throw .invalidArgument }
    with { $0.bufferCount += 1 }
    return try token(32)
  }

  func destroyBuffer(_ buffer: OpaquePointer) { with { $0.bufferCount -= 1 } }
  func handle(_ buffer: OpaquePointer) -> UInt32 { 7 }
  func stride(_ buffer: OpaquePointer) -> UInt32 { 256 }

  func export(_ buffer: OpaquePointer) throws(Errno) -> Int32 {
    try step()
    return 9
  }
}
