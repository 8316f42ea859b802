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
        file: name, line: JSONLine.first(naming: "pdfpcFormat", in: text),
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

/// Notes in pdfpc's older format: sections in brackets, and in `[notes]` a line `### 3` before the notes for slide 3. Numbers count slides,
/// with all steps of a slide as one. `\[`, `\]` and `\#` stand for the characters themselves.
enum OldPdfpcNotes {
  static func file(_ text: String, name: String) throws(NotesFileError) -> NotesFile {
    var file = NotesFile(name: name, sections: [])
    var section: String?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let trimmed = Self.trimmed(line)
      if trimmed.hasPrefix("["), trimmed.hasSuffix("]") {
        section = String(trimmed.dropFirst().dropLast())
        continue
      }
      guard let section else {
        guard trimmed.isEmpty else {
          throw NotesFileError(
            file: name, line: index + 1, reason: "expected a section in brackets, as [notes], or a JSON object")
        }
        continue
      }
      switch section {
      case "notes": try read(line, index + 1, into: &file)
      case "duration" where !trimmed.isEmpty:
        guard let minutes = Double(trimmed), (0...1440).contains(minutes) else {
          throw NotesFileError(
            file: name, line: index + 1, reason: "the duration is \"\(trimmed)\"; expected are minutes, 0 to 1440")
        }
        file.durationSeconds = minutes * 60
      case "notes_position": file.notesHalf = TalkHalf(rawValue: trimmed.lowercased()) ?? file.notesHalf
      default: break
      }
    }
    for index in file.sections.indices { file.sections[index].text = Self.trimmed(file.sections[index].text) }
    return file
  }

  private static func read(_ line: Substring, _ number: Int, into file: inout NotesFile) throws(NotesFileError) {
    guard line.hasPrefix("### ") else {
      guard let last = file.sections.indices.last else {
        guard trimmed(line).isEmpty else {
          throw NotesFileError(
            file: file.name, line: number, reason: "expected is ### and the slide's number before its notes")
        }
        return
      }
      file.sections[last].text += "\(file.sections[last].text.isEmpty ? "" : "\n")\(unescaped(line))"
      return
    }
    guard let slide = Int(trimmed(line.dropFirst(4))), (1...100_000).contains(slide) else {
      throw NotesFileError(
        file: file.name, line: number, reason: "expected is the slide's number, from 1 on, after ###")
    }
    file.sections.append(NotesSection(place: .slide(slide), text: "", line: number))
  }

  private static func unescaped(_ line: Substring) -> String {
    var text = ""
    var rest = line
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.first, "[]#".contains(next) { continue }
      text.append(character)
    }
    return text
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var rest = Substring(text)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
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
