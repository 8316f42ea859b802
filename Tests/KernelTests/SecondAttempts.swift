/// How many tests of a run may be played again: a host that is busy now and then, not a daemon that fails now and then.
actor SecondAttempts {
  static let shared = SecondAttempts()
  // One is `MachineOfSuiteTests`' own.
  private var left = 4

  func allowsAnother() -> Bool {
    guard left > 0 else { return false }
    left -= 1
    return true
  }
}
