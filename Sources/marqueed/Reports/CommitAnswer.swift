import DisplayTypes
import SimulatedBackend

/// What a device answered to a test, a modeset or a turn-off.
nonisolated struct CommitAnswer: Hashable, Sendable {
  var connector: String
  var kind: SimulatedCommitKind
  /// Nil for a turn-off.
  var mode: ScreenMode?
  /// Nil where it was done.
  var error: DisplayError?
  /// How long it took, besides waiting for others on this connector.
  var nanoseconds: UInt64
}
