internal import ControlProtocol

/// Notes in pdfpc's older file: sections in brackets, and in `[notes]` a line `### 3` before the notes for slide 3.
///
/// Numbers count slides; the steps of a slide are one. `\[`, `\]` and `\#` stand for the characters themselves.
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
            file: name, line: index + 1, reason: "expected is a section in brackets, as [notes], or a JSON object")
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
