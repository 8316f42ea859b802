internal import DisplayTypes

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
