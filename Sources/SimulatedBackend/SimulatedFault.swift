public import DisplayTypes

/// Something that goes wrong on a simulated connector when it is asked for.
public enum SimulatedFault: Hashable, Sendable {
  /// The next `count` commits of a kind fail.
  case refuse(SimulatedCommitKind, SimulatedFailure, count: Int)
  /// Every modeset of modes of this name (`3840x2160@60`) or size (`3840x2160`) fails, and so does every test unless `passesTest`.
  case refuseMode(String, SimulatedFailure, passesTest: Bool)
  /// The next `count` flips never end: their picture does not come, nor their event.
  case loseFlips(count: Int)
}

/// The faults that wait on one connector.
struct FaultList {
  private var faults: [SimulatedFault] = []

  mutating func add(_ fault: SimulatedFault) {
    faults.append(fault)
  }

  mutating func removeAll() {
    faults = []
  }

  /// The failure of a commit; counts it off.
  ///
  /// A fault of the mode goes before one of the count.
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

  /// Whether this flip gets lost; counts it off.
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

/// An error that the simulated device answers with, by its name in errno.h.
public enum SimulatedFailure: String, Hashable, Sendable, CaseIterable {
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

  /// Linux's number (asm-generic/errno-base.h, errno.h).
  public var errno: Int32 {
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

  /// The kind of failure that the upper layers see.
  public var code: DisplayError.Code {
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

/// What a device answered to a commit, so that the simulated one answers the same.
public struct SimulatedAnswer: Hashable, Sendable {
  /// What was asked: a test, a modeset or a turn-off.
  public var kind: SimulatedCommitKind
  /// The mode that was asked for; nil for a turn-off.
  public var mode: ScreenMode?
  /// Why it was refused; nil where it was done.
  public var error: DisplayError?
  /// How long the answer took.
  public var nanoseconds: UInt64
  /// When it was told; nil where only the length counts.
  ///
  /// What is asked before that is answered then, however long that is.
  public var told: MonotonicTime?

  /// Makes an answer from its parts.
  public init(
    kind: SimulatedCommitKind, mode: ScreenMode?, error: DisplayError?, nanoseconds: UInt64, told: MonotonicTime? = nil
  ) {
    self.kind = kind
    self.mode = mode
    self.error = error
    self.nanoseconds = nanoseconds
    self.told = told
  }
}

/// What a commit asks for, as far as faults tell commits apart.
public enum SimulatedCommitKind: String, Hashable, Sendable, CaseIterable {
  case test
  case modeset
  case flip
  case update
  case turnOff = "turn-off"
}
