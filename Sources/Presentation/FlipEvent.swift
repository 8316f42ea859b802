public import DisplayTypes

/// The end of a flip, as the backend saw it.
public struct FlipEvent: Hashable, Sendable {
  /// The screen whose frame it was.
  public var screen: ScreenID
  /// The commit that ended.
  public var token: CommitToken
  /// The timestamp of the vertical blank, as the driver gave it; it may be nonsense.
  ///
  /// Zero where there is none.
  public var timestamp: MonotonicTime
  /// The driver's count of refreshes; zero where it has none.
  public var sequence: UInt32

  /// Makes an event.
  public init(
    screen: ScreenID, token: CommitToken, timestamp: MonotonicTime, sequence: UInt32
  ) {
    self.screen = screen
    self.token = token
    self.timestamp = timestamp
    self.sequence = sequence
  }
}
