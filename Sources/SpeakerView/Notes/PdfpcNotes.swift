internal import ControlProtocol

/// Notes in pdfpc's formats 1 and 2, a JSON object.
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
    var note: String?
    var hidden: Bool?
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
        file: name, line: JSONLine.first(naming: "pdfpcFormat", in: text),
        reason: "pdfpcFormat is \(format); 1 and 2 can be read")
    }
    var sections: [NotesSection] = []
    for page in document.pages ?? [] {
      let note = page.note ?? ""
      let isHidden = page.hidden == true
      guard !note.isEmpty || isHidden else { continue }
      let text = document.disableMarkdown == true ? MarkdownText.escaped(note) : note
      if let index = page.idx, (0..<100_000).contains(index) {
        sections.append(NotesSection(place: .page(index + 1), text: text, isHidden: isHidden))
      } else if let label = page.label, page.idx == nil {
        sections.append(NotesSection(place: .label(label), text: text, isHidden: isHidden))
      } else {
        throw NotesFileError(
          file: name, line: JSONLine.first(naming: "idx", in: text),
          reason: "a page's idx is \(page.idx.map(String.init) ?? "missing"); expected its number from 0")
      }
    }
    // pdfpc stores minutes.
    let duration = document.duration.flatMap { (0...1440).contains($0) ? $0 * 60 : nil }
    return NotesFile(
      name: name, sections: sections, durationSeconds: duration,
      notesHalf: document.beamerNotePosition.flatMap { TalkHalf(rawValue: $0.lowercased()) })
  }

  private static func reason(_ error: ControlError) -> String {
    if case .invalidParameter(let parameter) = error {
      return "the value of \"\(parameter)\" is of another type than pdfpc writes"
    }
    if case .malformedMessage(let reason) = error { return "this is no file of pdfpc: \(reason)" }
    return "this is no file of pdfpc: \(error.description)"
  }
}

/// Places in a JSON text, for messages.
enum JSONLine {
  /// Finds the line of the first key with this name.
  static func first(naming name: String, in text: String) -> Int? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.firstIndex { $0.contains("\"\(name)\"") }.map { $0 + 1 }
  }

  /// Finds the line of the error in the parser's message; nil if it names none.
  static func first(wrongIn text: String) -> Int? {
    do throws(ControlError) {
      _ = try ControlJSON.decode(JSONValue.self, from: Array(text.utf8))
      return nil
    } catch {
      guard let place = error.description.firstRange(of: "line ") else { return nil }
      return Int(error.description[place.upperBound...].prefix { $0.isNumber })
    }
  }
}
