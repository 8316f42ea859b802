/// Asks for a small picture of a slide or of its notes.
public struct TalkPictureCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = TalkPictureReply
  /// The method's name.
  public static var method: ControlMethod { .talkPicture }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The slide's number, from 1.
  public var page: Int
  /// What of it; nil for the slide.
  public var part: TalkPart?
  /// The most pixels across, 16 to 1920.
  public var width: Int
  /// The most pixels down, 16 to 1200.
  public var height: Int

  /// Makes one from its fields.
  public init(page: Int, part: TalkPart? = nil, width: Int, height: Int) {
    self.page = page
    self.part = part
    self.width = width
    self.height = height
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case page, part, width, height
  }
}
