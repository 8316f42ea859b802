/// What is known of a slide beside its picture.
public struct TalkSlideInfo: Codable, Hashable, Sendable {
  /// Its number, from 1.
  public var page: Int
  /// How the document calls it; slides of one label are steps of one slide.
  public var label: String
  /// Its title in the document's outline, else its line in the largest letters that most slides do not have; empty without text.
  public var title: String
  /// All words of it, as one line; empty from an older daemon.
  public var text: String
  /// The speaker's notes: those that were set, else the annotations of the page, else the words of its half that holds notes.
  ///
  /// Empty for who may only observe.
  public var notes: String
  /// Where they are from.
  public var notesSource: TalkNotesSource

  /// Makes one from its fields.
  public init(
    page: Int, label: String, title: String, text: String = "", notes: String, notesSource: TalkNotesSource = .none
  ) {
    self.page = page
    self.label = label
    self.title = title
    self.text = text
    self.notes = notes
    self.notesSource = notesSource
  }

  /// Reads one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      page: try container.decode(Int.self, forKey: .page), label: try container.decode(String.self, forKey: .label),
      title: try container.decode(String.self, forKey: .title),
      text: try container.decodeIfPresent(String.self, forKey: .text) ?? "",
      notes: try container.decode(String.self, forKey: .notes),
      notesSource: try container.decode(TalkNotesSource.self, forKey: .notesSource))
  }
}
