internal import DisplayTypes
internal import Presentation

/// A test, a modeset or a turn-off whose end was not told yet.
struct PendingCommit {
  enum Kind {
    /// Nothing changes: a test, or what was refused.
    case answer
    case modeset(SimulatedOutput)
    case turnOff
  }

  let token: CommitToken
  let kind: Kind
  let started: MonotonicTime
  let capabilities: OutputCapabilities
  let captured: CapturedFrame?
  /// Decided when it was asked for; told when it ends.
  let failure: DisplayError?
}
