public import DisplayTypes

/// The pages of a PDF file, one at a time.
public struct DeckDescription: Hashable, Sendable {
  /// The file's absolute path.
  public var file = ""
  /// The page that is shown, from 1; the last one where there are fewer.
  public var page = 1
  /// How long each page is shown before the next one, in milliseconds; nil where only a command turns pages.
  ///
  /// The pages begin at `page`, and come round for ever, in a playlist until the item is over.
  public var pageMilliseconds: Int?
  /// When `page` was or is shown first, where pages turn by themselves; nil for the turn of the playlist or schedule that it is in, else 1970.
  public var start: WallTime?
  /// Around pages of another shape than the screen.
  public var background = Color.black
  /// How one page gives way to the next.
  public var transition = TransitionDescription.cut
  /// The absolute path of the file that is shown instead where the room is higher than wide; nil for the same.
  public var portraitFile: String?
}

extension DeckDescription: ContentMapping {
  /// The highest page that can be asked for.
  public static let mostPages = 100_000

  package static let form = ContentForm(
    .deck, main: .path("file"), keys: ["file", "portrait", "page", "duration", "start", "background", "transition"],
    sample: "{ file: talk.pdf }")
  package static let plain = Self()
  package var content: ContentDescription { .deck(self) }
  package var path: String? { file }
  package var summary: String { "page \(page) of \(file)" }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("file", &file, .path(.pages))
    fields.field("duration", &pageMilliseconds, .duration)
    if pageMilliseconds != nil || fields.has("start") { fields.field("start", &start, .moment) }
    if pageMilliseconds == nil, let section = fields.section, let entry = section.entry("start"), !fields.isRefused {
      section.errors.add(
        entry.mark, section.path("start"), "the pages do not turn by themselves", expected: "a duration with it",
        hint: "add how long each page is shown, as duration: 20s")
      fields.refuse()
    }
    // What is shown on request begins with the request; in a file, with the turn that it is in.
    if pageMilliseconds != nil { start = start ?? fields.now }
    fields.field("page", &page, .whole(in: 1...Self.mostPages, what: "a page"))
    fields.field("background", &background, .color)
    fields.field("transition", &transition, .transition)
    fields.field("portrait", &portraitFile, .path(.pages))
  }

  package func add(to needs: inout ContentNeeds) {
    needs.add(file: file, portraitFile: portraitFile)
    guard pageMilliseconds != nil else { return }
    needs.decks.formUnion([file, portraitFile ?? file])
    needs.time = true
  }

  package func length(in query: TimelineQuery) -> Int64? {
    guard let pageMilliseconds, let count = query.context.pageCounts[file(in: query)], count > 0 else { return nil }
    return TimelineQuery.slot(pageMilliseconds).multipliedSaturating(by: Int64(count))
  }

  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    var deck = self
    deck.file = file(in: query)
    deck.portraitFile = nil
    if let trouble = query.context.troubles[deck.file] { return TimelineMoment(.nothing([trouble])) }
    let count = query.context.pageCounts[deck.file]
    let first = min(max(1, page), max(1, count ?? .max))
    func shown(_ page: Int) -> TimelineMoment {
      deck.page = page
      return TimelineMoment(.content(.deck(deck)))
    }
    guard let pageMilliseconds, let count, count > 1 else { return shown(first) }
    let rounds = PlaylistRounds(
      .same(TimelineQuery.slot(pageMilliseconds), count: count), start: start, in: turn)
    func number(_ index: Int) -> Int { (first - 1 + index) % count + 1 }
    return query.play(
      rounds, transition: { _ in transition }, name: { "\(number($0))" }, inner: { index, _ in shown(number(index)) })
  }

  /// The file for the screen's shape.
  private func file(in query: TimelineQuery) -> String { query.context.isPortrait ? portraitFile ?? file : file }
}

extension ContentDescription {
  /// The deck whose pages are turned by command: itself, or the only one in the regions of a layout; nil where there is none.
  public var deck: DeckDescription? {
    if case .deck(let deck) = self { return deck }
    guard case .layout(let layout) = self else { return nil }
    return layout.onlyDeck.flatMap { layout.regions[$0].content.deck }
  }

  /// The same with another page of that deck.
  public func turned(to page: Int) -> ContentDescription {
    if case .deck(var deck) = self {
      deck.page = page
      return .deck(deck)
    }
    guard case .layout(var layout) = self, let index = layout.onlyDeck else { return self }
    layout.regions[index].content = layout.regions[index].content.turned(to: page)
    return .layout(layout)
  }
}

extension LayoutDescription {
  /// Which region has a deck, where just one has.
  fileprivate var onlyDeck: Int? {
    let decks = regions.indices.filter { regions[$0].content.kind == .deck }
    return decks.count == 1 ? decks.first : nil
  }
}
