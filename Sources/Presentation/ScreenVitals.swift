/// Whether a screen's pixels get on, as the watchdog asks.
public struct ScreenVitals: Hashable, Sendable {
  /// Frames and modesets that have ended, whatever their end was.
  public var steps: UInt64
  /// One is owed: something is to be drawn, is in flight, or is being configured.
  public var isWaiting: Bool

  /// Makes one from its parts.
  public init(steps: UInt64, isWaiting: Bool) {
    self.steps = steps
    self.isWaiting = isWaiting
  }
}
