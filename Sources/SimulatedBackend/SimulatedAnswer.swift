public import DisplayTypes

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
