/// Names a layer within its tree.
public struct LayerID: RawRepresentable, Hashable, Sendable {
  /// Any number; zero is as good as others.
  public var rawValue: UInt32

  /// Makes a name from its number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}
