/// Where the speaker points.
public struct TalkPointer: Codable, Hashable, Sendable {
  /// How.
  public var kind: TalkPointerKind
  /// From 0 at the slide's left edge to 1 at its right one.
  public var x: Double
  /// From 0 at the slide's upper edge to 1 at its lower one.
  public var y: Double

  /// Makes one from its fields.
  public init(kind: TalkPointerKind, x: Double, y: Double) {
    self.kind = kind
    self.x = x
    self.y = y
  }
}
