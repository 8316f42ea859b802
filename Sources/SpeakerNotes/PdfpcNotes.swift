internal import ControlProtocol

/// Notes in pdfpc's file of format 1 or 2, a JSON object.
enum PdfpcNotes {
  private struct Document: Decodable {
    var pdfpcFormat: Int?
    var duration: Double?
    var beamerNotePosition: String?
    var disableMarkdown: Bool?
    var pages: [Page]?
  }

  private struct Page: Decodable {
    var idx: Int?
    var label: String?
    var overlay: Int?
    var note: String?
  }

  static func file(_ text: String, name: String) throws(NotesFileError) -> NotesFile {
    let document: Document
    do throws(ControlError) {
      document = try ControlJSON.decode(Document.self, from: Array(text.utf8))
    } catch {
      throw NotesFileError(file: name, line: JSONLine.first(wrongIn: text), reason: reason(error))
    }
    if let format = document.pdfpcFormat, !(1...2).contains(format) {
      throw NotesFileError(
        file: name, line: JSONLine.first(saying: "pdfpcFormat", in: text),
        reason: "pdfpcFormat is \(format); 1 and 2 can be read")
    }
    var sections: [NotesSection] = []
    for page in document.pages ?? [] {
      guard let note = page.note, !note.isEmpty else { continue }
      let text = document.disableMarkdown == true ? MarkdownText.escaped(note) : note
      if let index = page.idx, (0..<100_000).contains(index) {
        sections.append(NotesSection(place: .page(index + 1), text: text))
      } else if let label = page.label, page.idx == nil {
        sections.append(NotesSection(place: .label(label), text: text))
      } else {
        throw NotesFileError(
          file: name, line: JSONLine.first(saying: "idx", in: text),
          reason: "a page's idx is \(page.idx.map(String.init) ?? "missing"); expected is its number from 0 on")
      }
    }
    // pdfpc counts minutes.
    let duration = document.duration.flatMap { (0...1440).contains($0) ? $0 * 60 : nil }
    return NotesFile(
      name: name, sections: sections, durationSeconds: duration,
      notesHalf: document.beamerNotePosition.flatMap { TalkHalf(rawValue: $0.lowercased()) })
  }

  private static func reason(_ error: ControlError) -> String {
    if case .invalidParameter(let parameter) = error {
      return "the value of \"\(parameter)\" is of another kind than pdfpc writes"
    }
    if case .malformedMessage(let reason) = error { return "this is no file as pdfpc writes it: \(reason)" }
    return "this is no file as pdfpc writes it: \(error.description)"
  }
}
