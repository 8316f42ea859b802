public import ControlProtocol
internal import DisplayTypes

/// Notes by page, found from a file and the labels of a deck.
public struct SlideNotes: Hashable, Sendable {
  /// The notes, in the order of their pages.
  public var notes: [TalkNoteInfo]
  /// A sentence about all pieces without a slide in this deck, with file and lines; nil if there are none.
  public var problem: String?

  /// Assigns the pieces; `labels` are the labels of the pages in order.
  public init(_ file: NotesFile, labels: [String]) {
    var texts: [Int: String] = [:]
    var surplus: [NotesSection] = []
    var starts: [Int] = []
    for page in labels.indices where page == 0 || labels[page] != labels[page - 1] { starts.append(page) }
    for section in file.sections {
      let pages = Self.pages(section.place, labels: labels, starts: starts)
      guard !pages.isEmpty else {
        surplus.append(section)
        continue
      }
      for page in pages {
        // In a pdfpc file, a later page with its own notes ends the notes of the step before.
        if case .page(let first) = section.place, page + 1 != first, Self.names(page + 1, in: file) { break }
        texts[page + 1] = texts[page + 1].map { "\($0)\n\n\(section.text)" } ?? section.text
      }
    }
    problem = Self.problem(surplus, in: file, pages: labels.count)
    notes = texts.keys.sorted().map { TalkNoteInfo(page: $0, text: texts[$0] ?? "") }
  }

  private static func problem(_ surplus: [NotesSection], in file: NotesFile, pages: Int) -> String? {
    guard let first = surplus.first else { return nil }
    let place = first.line.map { "\(file.name):\($0)" } ?? file.name
    let named = surplus.prefix(3).map { name($0.place) }.joined(separator: ", ")
    let more = surplus.count > 3 ? " and \(surplus.count - 3) more" : ""
    return "\(place): there is no \(named)\(more); the deck has \(pages) page\(pages == 1 ? "" : "s")."
  }

  private static func names(_ page: Int, in file: NotesFile) -> Bool {
    file.sections.contains { $0.place == .page(page) }
  }

  /// The pages of a place, from 0.
  private static func pages(_ place: NotesPlace, labels: [String], starts: [Int]) -> [Int] {
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

  private static func name(_ place: NotesPlace) -> String {
    switch place {
    case .label(let label): "slide \(label)"
    case .slide(let number): "slide \(number)"
    case .page(let number): "page \(number)"
    }
  }

  /// The calls that replace the notes of a talk, each within the limit of a message.
  ///
  /// After an interruption, start again with the first call. first again.
  public func calls(
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
  public var version: String {
    Checksum.text(of: notes.lazy.map { "\($0.page):\($0.text.utf8.count):\($0.text)".utf8 }.joined())
  }
}
