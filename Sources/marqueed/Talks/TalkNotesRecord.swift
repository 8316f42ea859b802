import KeptFiles
import Talks

/// The speaker's notes of a talk as JSON says them.
nonisolated struct TalkNotesRecord: KeptRecord {
  static var newestVersion: Int { 1 }
  static var what: String { "the speaker's notes are" }
  static var loss: String { "the notes have to be set again" }
  /// What all notes of a talk may take, in bytes.
  static let mostBytes = 512 << 10
  /// What each takes besides its text.
  static let overhead = 16

  var version = TalkNotesRecord.newestVersion
  /// The talk's identifier.
  var talk: String
  /// The version of those that were set as a whole, as who set them calls it; nil where none were.
  var set: String?
  /// By the number of the slide.
  var notes: [String: String]

  var isPlausible: Bool { version >= 1 }

  /// The notes for a slide; nil where none were set.
  subscript(page: Int) -> String? {
    get { notes["\(page)"] }
    set { notes["\(page)"] = newValue.flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// What they take, in bytes.
  var byteCount: Int { notes.values.reduce(0) { $0 + $1.utf8.count + Self.overhead } }
}
