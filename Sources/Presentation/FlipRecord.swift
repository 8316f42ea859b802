public import DisplayTypes

/// What became of a requested frame.
public struct FlipRecord: Hashable, Sendable {
  /// Each requested frame has exactly one.
  public enum Ending: String, Hashable, Sendable {
    /// It is on the screen.
    case presented
    /// A newer picture took its place before it was drawn.
    case superseded
    /// The screen went dark, was unplugged or reconfigured first.
    case discarded
  }

  /// The screen that it was for.
  public var screen: ScreenID
  /// Counts the frames of this screen since it was lit.
  public var sequence: UInt64
  /// When it was on the screen, on the monotonic clock; zero where it never was.
  public var timestamp: MonotonicTime
  /// The timestamp is our clock's, since the driver gave none that can be true.
  public var isEstimated: Bool
  /// What became of it.
  public var ending: Ending
  /// The picture, where the request asked for it.
  public var captured: CapturedFrame?

  /// Makes a record.
  public init(
    screen: ScreenID, sequence: UInt64, timestamp: MonotonicTime, isEstimated: Bool, ending: Ending,
    captured: CapturedFrame? = nil
  ) {
    self.screen = screen
    self.sequence = sequence
    self.timestamp = timestamp
    self.isEstimated = isEstimated
    self.ending = ending
    self.captured = captured
  }
}
