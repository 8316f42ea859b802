/// What became of the frame that shows a change.
public struct PresentedFrame: Codable, Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// The frame's number on that screen, counted from 1 since the daemon first lit that connector.
  public var sequence: UInt64
  /// When the flip happened, on the kernel's monotonic clock; zero where it never did.
  public var timestampNanoseconds: UInt64
  /// Whose clock the timestamp was read from.
  public var timestampSource: TimestampSource
  /// A hash of the frame's pixels, in hexadecimal; empty where it was never drawn, or some of it is private.
  public var frame: String
  /// What became of the flip.
  public var ending: FlipEnding

  /// Makes one from its fields.
  public init(
    screen: String, sequence: UInt64, timestampNanoseconds: UInt64, timestampSource: TimestampSource = .driver,
    frame: String, ending: FlipEnding = .presented
  ) {
    self.screen = screen
    self.sequence = sequence
    self.timestampNanoseconds = timestampNanoseconds
    self.timestampSource = timestampSource
    self.frame = frame
    self.ending = ending
  }
}
