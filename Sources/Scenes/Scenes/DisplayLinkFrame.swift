public import DisplayTypes

/// What a display link tells at each callback, on the monotonic clock.
public nonisolated struct DisplayLinkFrame: Hashable, Sendable {
  /// The refresh that has just been.
  public var timestamp: MonotonicTime
  /// The refresh of the next callback: what is drawn now is seen by then.
  public var targetTimestamp: MonotonicTime
}
