public import DisplayTypes

/// How a test, a modeset or a turn-off ended well.
public struct CommitOutcome: Hashable, Sendable {
  public var capabilities: OutputCapabilities
  /// When the kernel (or what stands for it) was asked, and when it answered.
  public var started: MonotonicTime
  public var ended: MonotonicTime
  /// Whether a real modeset was needed; not where the screen showed this mode already when the daemon took it over.
  public var wasModeset: Bool
  public var captured: CapturedFrame?

  public init(
    capabilities: OutputCapabilities, started: MonotonicTime, ended: MonotonicTime, wasModeset: Bool,
    captured: CapturedFrame? = nil
  ) {
    self.capabilities = capabilities
    self.started = started
    self.ended = ended
    self.wasModeset = wasModeset
    self.captured = captured
  }
}
