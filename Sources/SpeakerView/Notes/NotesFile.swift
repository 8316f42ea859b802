package import ControlProtocol

/// The contents of a file of notes, before the pages of the slides are known.
package struct NotesFile {
  /// The file's name, as its user gave it.
  package var name: String
  var sections: [NotesSection]
  /// The time for the talk; nil if the file does not state it.
  package var durationSeconds: Double?
  /// The half of the pages with the speaker's notes; nil if the file does not state it.
  package var notesHalf: TalkHalf?

  /// The texts of all notes.
  package var texts: [String] { sections.map(\.text) }

  /// The maximum length of a file in bytes: twice the limit for the notes of a talk.
  package static let limit = 1024 * 1024

  /// The possible names beside `talk.pdf`: `talk.notes.md`, `talk.md`, `talk.pdfpc`, `talk.pdf.pdfpc`. The first existing file counts.
  package static func names(beside deck: String) -> [String] {
    let name = deck.lastIndex(of: "/").map { deck[$0...] } ?? deck[...]
    let stem = deck[..<(name.lastIndex(of: ".") ?? deck.endIndex)]
    return ["\(stem).notes.md", "\(stem).md", "\(stem).pdfpc", "\(deck).pdfpc"]
  }
}

extension NotesFile {
  /// Reads the bytes of a file: pdfpc's if its name ends with `.pdfpc`, otherwise Markdown.
  package init(_ bytes: [UInt8], name: String) throws(NotesFileError) {
    let text = try Self.text(bytes, name: name)
    let isPdfpc = name.lowercased().hasSuffix(".pdfpc")
    self = isPdfpc ? try PdfpcNotes.file(text, name: name) : MarkdownNotes.file(text, name: name)
    for section in sections where section.text.utf8.count > ControlLimits.textBytes {
      throw NotesFileError(
        file: name, line: section.line,
        reason: "the notes for one slide have \(section.text.utf8.count) bytes, of at most \(ControlLimits.textBytes)")
    }
  }

  private static func text(_ bytes: [UInt8], name: String) throws(NotesFileError) -> String {
    // A byte order mark (U+FEFF), as some editors write it.
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard String(validating: line, as: UTF8.self) != nil, !line.contains(0) else {
        throw NotesFileError(file: name, line: index + 1, reason: "this is no text in UTF-8; save the file as UTF-8")
      }
    }
    return String(decoding: bytes.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
  }
}

/// A piece of notes: a text and its slides.
struct NotesSection: Hashable {
  enum Place: Hashable {
    /// The slides with this label, which all steps of a slide share. If no slide has the label, the page with that number.
    case label(String)
    /// The slide with this number, from 1. All steps with the same label count as one slide.
    case slide(Int)
    /// The page with this number, from 1, and the following steps with the same label.
    case page(Int)
  }

  var place: Place
  /// The notes, as Markdown.
  var text: String
  /// The first line in the file, from 1; nil if that is unknown.
  var line: Int?
  /// Whether turns skip these slides.
  var isHidden = false
}

/// The reason why a file of notes cannot be read.
package struct NotesFileError: Error, Hashable, CustomStringConvertible {
  /// The file's name, as its user gave it.
  var file: String
  /// The line, from 1; nil if the error is about no line.
  var line: Int?
  /// The error, and the expected contents.
  var reason: String

  /// File, line and reason in the format of compilers.
  package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}
