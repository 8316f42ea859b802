public import DisplayTypes

/// How a test, a modeset or a turn-off ended well.
public struct CommitOutcome: Hashable, Sendable {
  /// What the output can do in its new mode.
  public var capabilities: OutputCapabilities
  /// When the kernel (or what stands for it) was asked.
  public var started: MonotonicTime
  /// When it answered.
  public var ended: MonotonicTime
  /// Whether a real modeset was needed; not where the screen showed this mode already when the daemon took it over.
  public var wasModeset: Bool
  /// Whether a test found the screen in this mode already: with what the daemon's life before, a boot splash or a console has left.
  public var showsMode: Bool
  /// The picture that is shown, where the commit asked for it.
  public var captured: CapturedFrame?

  /// Makes an outcome.
  public init(
    capabilities: OutputCapabilities, started: MonotonicTime, ended: MonotonicTime, wasModeset: Bool,
    showsMode: Bool = false, captured: CapturedFrame? = nil
  ) {
    self.capabilities = capabilities
    self.started = started
    self.ended = ended
    self.wasModeset = wasModeset
    self.showsMode = showsMode
    self.captured = captured
  }
}
