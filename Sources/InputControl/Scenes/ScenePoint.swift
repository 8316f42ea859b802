/// A place in an application scene, in shares of it; outside 0 to 1 where a finger has slid out of it.
public struct ScenePoint: Hashable, Sendable {
  /// The session's identifier.
  public var session: String
  /// From the left edge.
  public var x: Double
  /// From the upper edge.
  public var y: Double

  /// Makes one from its fields.
  public init(session: String, x: Double, y: Double) {
    self.session = session
    self.x = x
    self.y = y
  }
}
