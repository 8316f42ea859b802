// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// The texts of a slide.
public struct TalkSlideInfo: Codable, Hashable, Sendable {
  /// Its number, from 1.
  public var page: Int
  /// Its label in the document; slides of one label are steps of one slide.
  public var label: String
  /// Its title in the document's outline, otherwise its line in the largest letters that most slides do not have; empty
  /// without text.
  public var title: String
  /// All words of it, as one line; empty from an older daemon.
  public var text: String
  /// The speaker's notes: those that were set, otherwise the annotations of the page, otherwise the words of its half
  /// that holds notes.
  ///
  /// Empty for callers that may only observe.
  public var notes: String
  /// The origin of the notes.
  public var notesSource: TalkNotesSource
  /// Whether the speaker's notes hide it: turns skip it, and `goto` shows it.
  public var hidden: Bool

  public init(
    page: Int, label: String, title: String, text: String = "", notes: String, notesSource: TalkNotesSource = .none,
    hidden: Bool = false
  ) {
    self.page = page
    self.label = label
    self.title = title
    self.text = text
    self.notes = notes
    self.notesSource = notesSource
    self.hidden = hidden
  }

  enum CodingKeys: String, CodingKey {
    case page, label, title, text, notes, notesSource, hidden
  }

  /// Reads one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.page = try container.decode(Int.self, forKey: .page)
    self.label = try container.decode(String.self, forKey: .label)
    self.title = try container.decode(String.self, forKey: .title)
    self.text = try container.decodeIfPresent(String.self, forKey: .text) ?? ""
    self.notes = try container.decode(String.self, forKey: .notes)
    self.notesSource = try container.decode(TalkNotesSource.self, forKey: .notesSource)
    self.hidden = try container.decodeIfPresent(Bool.self, forKey: .hidden) ?? false
  }
}

/// The origin of the speaker's notes of a slide.
public enum TalkNotesSource: String, Codable, Hashable, Sendable, CaseIterable {
  /// There are none, or the caller may not see them.
  case none
  /// `SetTalkNotes`.
  case set
  /// The text annotations of the page.
  case annotations
  /// The words of the half of the page that is not shown; a picture of it shows more.
  case half

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "notesSource")
  }
}

/// The speaker's notes for a slide.
public struct TalkNoteInfo: Codable, Hashable, Sendable {
  /// The slide's number, from 1.
  public var page: Int
  /// The notes, as Markdown; an empty text takes them back.
  public var text: String
  /// Whether the slide is hidden: `next`, `previous`, `first` and `last` skip it, and `goto` shows it.
  public var hidden: Bool?

  public init(page: Int, text: String, hidden: Bool? = nil) {
    self.page = page
    self.text = text
    self.hidden = hidden
  }

  enum CodingKeys: String, CodingKey {
    case page, text, hidden
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(page, forKey: .page)
    try container.encode(text, forKey: .text)
    try container.encode(hidden, forKey: .hidden)
  }
}

/// The place of notes in a set, which replaces all notes at once when its last part has arrived.
public struct TalkNoteSet: Codable, Hashable, Sendable {
  /// The version of the set, as its checksum.
  public var version: String
  /// The number of this part, from 1.
  ///
  /// Parts come in order, and a part that has arrived already may come again.
  public var part: Int
  /// The number of parts.
  public var parts: Int

  public init(version: String, part: Int, parts: Int) {
    self.version = version
    self.part = part
    self.parts = parts
  }
}
