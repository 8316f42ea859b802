/// Names somebody's wish to be told when a picture is on the screen.
public struct RequestID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
