/// Answers `FilePicture`.
public struct FilePictureReply: ControlReply, Hashable {
  /// The file's path.
  public var file: String
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// The picture as a PNG file, in base64.
  public var png: String

  /// Makes one from its fields.
  public init(file: String, width: Int, height: Int, png: String) {
    self.file = file
    self.width = width
    self.height = height
    self.png = png
  }
}
