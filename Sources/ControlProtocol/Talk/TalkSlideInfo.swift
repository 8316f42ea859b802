/// What is known of a slide beside its picture.
public struct TalkSlideInfo: Codable, Hashable, Sendable {
  /// Its number, from 1.
  public var page: Int
  /// How the document calls it; slides of one label are steps of one slide.
  public var label: String
  /// Its first line; empty where it has no text.
  public var title: String
  /// The speaker's notes: those that were set, else the annotations of the page, else the words of its half that holds notes.
  ///
  /// Empty for who may only observe.
  public var notes: String
  /// Where they are from.
  public var notesSource: TalkNotesSource

  /// Makes one from its fields.
  public init(page: Int, label: String, title: String, notes: String, notesSource: TalkNotesSource = .none) {
    self.page = page
    self.label = label
    self.title = title
    self.notes = notes
    self.notesSource = notesSource
  }
}
