package import DisplayTypes

/// A fault of a simulated connector, which appears at a request.
package enum SimulatedFault: Hashable, Sendable {
  /// The next `count` commits of a kind fail.
  case refuse(SimulatedCommitKind, SimulatedFailure, count: Int)
  /// Every modeset of modes with this name (`3840x2160@60`) or size (`3840x2160`) fails. Every test fails too, unless `passesTest`.
  case refuseMode(String, SimulatedFailure, passesTest: Bool)
  /// The next `count` flips never end. Neither their picture nor their event appears.
  case loseFlips(count: Int)
}

struct FaultList {
  private var faults: [SimulatedFault] = []

  mutating func add(_ fault: SimulatedFault) { faults.append(fault) }

  mutating func removeAll() { faults = [] }

  /// Takes the failure of a commit. A fault of the mode takes precedence over a counted fault.
  mutating func takeFailure(of kind: SimulatedCommitKind, mode: ScreenMode?) -> SimulatedFailure? {
    for fault in faults {
      if case .refuseMode(let name, let failure, let passesTest) = fault, let mode, FaultList.isNamed(mode, name),
        kind == .modeset || (kind == .test && !passesTest)
      {
        return failure
      }
    }
    for index in faults.indices {
      guard case .refuse(let refused, let failure, let count) = faults[index], refused == kind else { continue }
      replace(at: index, with: .refuse(refused, failure, count: count - 1), left: count - 1)
      return failure
    }
    return nil
  }

  /// Takes a lost flip, if there is one.
  mutating func takeLostFlip() -> Bool {
    for index in faults.indices {
      guard case .loseFlips(let count) = faults[index] else { continue }
      replace(at: index, with: .loseFlips(count: count - 1), left: count - 1)
      return true
    }
    return false
  }

  private mutating func replace(at index: Int, with fault: SimulatedFault, left: Int) {
    if left > 0 { faults[index] = fault } else { faults.remove(at: index) }
  }

  private static func isNamed(_ mode: ScreenMode, _ name: String) -> Bool {
    name == ModeNames.plainName(of: mode) || name == "\(mode.size.width)x\(mode.size.height)"
  }
}

/// An error in answers of the simulated device, by its name in errno.h.
package enum SimulatedFailure: String, Hashable, Sendable, CaseIterable {
  case busy = "EBUSY"
  case invalid = "EINVAL"
  case noSpace = "ENOSPC"
  case outOfRange = "ERANGE"
  case notPermitted = "EACCES"
  case gone = "ENOENT"
  case deviceLost = "ENODEV"
  case outOfMemory = "ENOMEM"
  case unsupported = "ENOSYS"
  case inputOutput = "EIO"

  package var errno: Int32 {
    switch self {
    case .busy: 16
    case .invalid: 22
    case .noSpace: 28
    case .outOfRange: 34
    case .notPermitted: 13
    case .gone: 2
    case .deviceLost: 19
    case .outOfMemory: 12
    case .unsupported: 38
    case .inputOutput: 5
    }
  }

  package var code: DisplayError.Code {
    switch self {
    case .busy: .busy
    case .invalid, .noSpace, .outOfRange: .refused
    case .notPermitted: .notPermitted
    case .gone: .gone
    case .deviceLost: .deviceLost
    case .outOfMemory: .outOfMemory
    case .unsupported: .unsupported
    case .inputOutput: .other
    }
  }
}

/// A recorded answer of a device, which the simulated device repeats.
package struct SimulatedAnswer: Hashable, Sendable {
  /// A test, a modeset or a turn-off.
  package var kind: SimulatedCommitKind
  package var mode: ScreenMode?
  package var error: DisplayError?
  package var nanoseconds: UInt64
  /// The time of the answer; nil if only its duration counts. A request before that time gets the answer at that time.
  package var told: MonotonicTime?

  package init(
    kind: SimulatedCommitKind, mode: ScreenMode?, error: DisplayError?, nanoseconds: UInt64, told: MonotonicTime? = nil
  ) {
    self.kind = kind
    self.mode = mode
    self.error = error
    self.nanoseconds = nanoseconds
    self.told = told
  }
}

/// The kinds of commits that faults distinguish.
package enum SimulatedCommitKind: String, Hashable, Sendable, CaseIterable {
  case test
  case modeset
  case flip
  case update
  case turnOff = "turn-off"
}
