/// Answers `Snapshot`.
public struct SnapshotReply: ControlReply, Hashable {
  /// The session's identifier.
  public var session: String
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// The picture as a PNG file, in base64.
  public var png: String

  /// Makes one from its fields.
  public init(session: String, width: Int, height: Int, png: String) {
    self.session = session
    self.width = width
    self.height = height
    self.png = png
  }
}
