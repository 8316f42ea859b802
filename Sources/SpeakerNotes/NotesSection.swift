/// A piece of notes: a text and the slides that it is for.
public struct NotesSection: Hashable, Sendable {
  /// Which slides.
  public var place: NotesPlace
  /// The notes, as Markdown.
  public var text: String
  /// Where it begins in its file, from 1.
  public var line: Int?

  /// Makes one from its fields.
  public init(place: NotesPlace, text: String, line: Int? = nil) {
    self.place = place
    self.text = text
    self.line = line
  }
}
