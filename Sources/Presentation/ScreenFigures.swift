/// What one screen has done since it was led, and how long ago its picture came.
public struct ScreenFigures: Hashable, Sendable {
  /// What it has done.
  public var counters: PresentationCounters
  /// Nanoseconds since its last frame; nil where there was none.
  public var lastFrameAge: UInt64?

  /// Makes figures from their parts.
  public init(counters: PresentationCounters, lastFrameAge: UInt64?) {
    self.counters = counters
    self.lastFrameAge = lastFrameAge
  }
}
