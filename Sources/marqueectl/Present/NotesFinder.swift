import Glibc
import SpeakerNotes

/// The file of notes that belongs to a deck.
enum NotesFinder {
  /// Those beside `talk.pdf`, the first that is there: `talk.notes.md`, `talk.md`, `talk.pdfpc`, `talk.pdf.pdfpc`.
  static func names(beside deck: String) -> [String] {
    let slash = deck.lastIndex(of: "/").map { deck.index(after: $0) } ?? deck.startIndex
    let dot = deck[slash...].lastIndex(of: ".") ?? deck.endIndex
    let stem = deck[..<dot]
    return ["\(stem).notes.md", "\(stem).md", "\(stem).pdfpc", "\(deck).pdfpc"]
  }

  /// Reads the file that is named, else the one beside the deck; nil where there is none.
  static func read(named name: String?, beside deck: String?) throws -> NotesFile? {
    guard let path = name ?? deck.flatMap({ names(beside: $0).first { access($0, R_OK) == 0 } }) else { return nil }
    let bytes = try InputFile.bytes(from: path, limit: NotesFile.limit, kind: "notes")
    do throws(NotesFileError) {
      return try NotesFile(bytes, name: path)
    } catch {
      throw ToolFailure(message: "The notes cannot be read. \(error.description).", status: .failed)
    }
  }
}
