/// Answers `TalkPicture`.
public struct TalkPictureReply: ControlReply, Hashable {
  /// The slide's number.
  public var page: Int
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// The picture as a PNG file, in base64.
  public var png: String

  /// Makes one from its fields.
  public init(page: Int, width: Int, height: Int, png: String) {
    self.page = page
    self.width = width
    self.height = height
    self.png = png
  }
}
