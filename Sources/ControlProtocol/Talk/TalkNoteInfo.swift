/// The speaker's notes for a slide.
public struct TalkNoteInfo: Codable, Hashable, Sendable {
  /// The slide's number, from 1.
  public var page: Int
  /// The notes, as Markdown; an empty text takes them back.
  public var text: String

  /// Makes one from its fields.
  public init(page: Int, text: String) {
    self.page = page
    self.text = text
  }
}
