/// Asks for a small picture of a file of contents, which is not shown for that.
public struct FilePictureCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = FilePictureReply
  /// The method's name.
  public static var method: ControlMethod { .filePicture }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The path of a picture file, or of a PDF file, of which the first page is drawn.
  public var file: String
  /// The most pixels of its longer side.
  public var longestSide: Int

  /// Makes one from its fields.
  public init(file: String, longestSide: Int) {
    self.file = file
    self.longestSide = longestSide
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case file, longestSide
  }
}
