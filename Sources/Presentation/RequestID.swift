/// Names somebody's wish to be told when a picture is on the screen.
public struct RequestID: RawRepresentable, Hashable, Sendable {
  /// Counted by whoever asks for frames.
  public var rawValue: UInt64

  /// Makes an identifier of its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
