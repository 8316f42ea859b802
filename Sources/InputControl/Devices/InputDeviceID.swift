/// An input device, as long as it is plugged in.
public struct InputDeviceID: RawRepresentable, Hashable, Sendable {
  /// Another for each.
  public var rawValue: UInt64

  /// Takes a number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
