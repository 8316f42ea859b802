package import ControlProtocol
internal import DisplayTypes

/// The notes of a file by page.
package struct SlideNotes {
  /// The notes in the order of their pages.
  package let notes: [TalkNoteInfo]
  /// A sentence about all pieces without a slide in this deck, with file and line; nil if there are none.
  package let problem: String?

  /// Assigns the pieces to pages. `labels` are the labels of the pages in order.
  package init(_ file: NotesFile, labels: [String]) {
    var texts: [Int: String] = [:]
    var hidden: Set<Int> = []
    var surplus: [NotesSection] = []
    let starts = labels.indices.filter { $0 == 0 || labels[$0] != labels[$0 - 1] }
    for section in file.sections {
      let pages = Self.pages(section.place, labels: labels, starts: starts)
      guard !pages.isEmpty else {
        surplus.append(section)
        continue
      }
      for page in pages {
        // In a pdfpc file, a later page with its own notes ends the notes of the previous step.
        let hasOwn = file.sections.contains { $0.place == .page(page + 1) }
        if case .page(let first) = section.place, page + 1 != first, hasOwn { break }
        if section.isHidden { hidden.insert(page + 1) }
        texts[page + 1] = texts[page + 1].map { "\($0)\n\n\(section.text)" } ?? section.text
      }
    }
    problem = Self.problem(surplus, in: file, pages: labels.count)
    notes = texts.sorted { $0.key < $1.key }.map {
      TalkNoteInfo(page: $0.key, text: $0.value, hidden: hidden.contains($0.key) ? true : nil)
    }
  }

  private static func problem(_ surplus: [NotesSection], in file: NotesFile, pages: Int) -> String? {
    guard let first = surplus.first else { return nil }
    let place = first.line.map { "\(file.name):\($0)" } ?? file.name
    let named = surplus.prefix(3).map { name($0.place) }.joined(separator: ", ")
    let more = surplus.count > 3 ? " and \(surplus.count - 3) more" : ""
    return "\(place): there is no \(named)\(more); the deck has \(pages) page\(pages == 1 ? "" : "s")."
  }

  /// The pages of a place, from 0.
  private static func pages(_ place: NotesSection.Place, labels: [String], starts: [Int]) -> [Int] {
    switch place {
    case .label(let label):
      let named = labels.indices.filter { labels[$0] == label }
      if !named.isEmpty { return named }
      guard let page = Int(label), labels.indices.contains(page - 1) else { return [] }
      return [page - 1]
    case .slide(let number):
      guard starts.indices.contains(number - 1) else { return [] }
      let end = starts.indices.contains(number) ? starts[number] : labels.count
      return Array(starts[number - 1]..<end)
    case .page(let number):
      guard labels.indices.contains(number - 1) else { return [] }
      return labels.indices.dropFirst(number - 1).prefix { labels[$0] == labels[number - 1] }.map { $0 }
    }
  }

  private static func name(_ place: NotesSection.Place) -> String {
    switch place {
    case .label(let label): "slide \(label)"
    case .slide(let number): "slide \(number)"
    case .page(let number): "page \(number)"
    }
  }

  /// The calls that replace the notes of a talk, each within the limit of a message. After an interruption, send all calls again from the
  /// first.
  package func calls(
    for talk: String? = nil, limit: Int = ControlLimits.requestBytes - 1024
  ) throws(ControlError) -> [SetTalkNotesCall] {
    var calls: [SetTalkNotesCall] = []
    var length = 0
    for note in notes {
      let bytes = try ControlJSON.encode(note).count + 1
      if calls.isEmpty || length + bytes > limit {
        calls.append(SetTalkNotesCall(notes: [], talk: talk))
        length = 0
      }
      calls[calls.count - 1].notes.append(note)
      length += bytes
    }
    for index in calls.indices {
      calls[index].set = TalkNoteSet(version: version, part: index + 1, parts: calls.count)
    }
    return calls
  }

  /// A hash of all notes.
  package var version: String {
    Checksum.text(
      of: notes.lazy.map { note in
        "\(note.page):\(note.text.utf8.count):\(note.text)\(note.hidden == true ? ":hidden" : "")".utf8
      }.joined())
  }
}
