package import DisplayTypes

/// The pages of a PDF file, one at a time.
public struct DeckDescription: Hashable, Sendable {
  /// An absolute path.
  package var file = ""
  /// The first page, from 1; if the file has fewer pages, its last page.
  package var page = 1
  /// The time of a page in milliseconds; nil if only a command turns pages. With a time, the pages begin at `page` and repeat for ever, or
  /// in a playlist until the item ends.
  package var pageMilliseconds: Int?
  /// The start of the first turn of `page`; nil for the turn of the playlist or schedule around it, otherwise 1970.
  package var start: WallTime?
  /// The colour around pages whose shape differs from the screen's.
  package var background = Color.black
  package var transition = TransitionDescription.cut
  /// The absolute path of the file for portrait screens; nil for `file`.
  package var portraitFile: String?
}

extension DeckDescription: ContentMapping {
  package static let mostPages = 100_000

  package static let form = ContentForm(
    kind: .deck, main: .path("file"), sample: "{ file: talk.pdf }",
    example: "talk.pdf --page 3          (then: marqueectl deck HDMI-A-1 next)")
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
    // A deck on request begins now; a deck in a file begins with the turn of the content around it.
    if pageMilliseconds != nil { start = start ?? fields.now }
    fields.field("page", &page, .whole(in: 1...Self.mostPages, what: "a page"), help: "the first page to show")
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
    if let trouble = query.context.troubles[deck.file] { return TimelineMoment(leaf: .nothing([trouble])) }
    let count = query.context.pageCounts[deck.file]
    let first = min(max(1, page), max(1, count ?? .max))
    func shown(_ page: Int) -> TimelineMoment {
      deck.page = page
      return TimelineMoment(leaf: .content(.deck(deck)))
    }
    guard let pageMilliseconds, let count, count > 1 else { return shown(first) }
    let rounds = PlaylistRounds(.same(TimelineQuery.slot(pageMilliseconds), count: count), start: start, in: turn)
    func number(_ index: Int) -> Int { (first - 1 + index) % count + 1 }
    return query.play(
      rounds, transition: { _ in transition }, name: { "\(number($0))" }, inner: { index, _ in shown(number(index)) })
  }

  private func file(in query: TimelineQuery) -> String { query.context.isPortrait ? portraitFile ?? file : file }
}

extension ContentDescription {
  /// The deck whose pages are turned by command: this content, or the only deck in the regions of a layout.
  package var deck: DeckDescription? {
    if case .deck(let deck) = self { return deck }
    guard case .layout(let layout) = self else { return nil }
    return (layout.regions.onlyDeck ?? layout.portrait.onlyDeck)?.content.deck
  }

  /// The content with that deck at another page.
  package func turned(to page: Int) -> ContentDescription {
    if case .deck(var deck) = self {
      deck.page = page
      return .deck(deck)
    }
    guard case .layout(var layout) = self else { return self }
    layout.regions = layout.regions.turned(to: page)
    layout.portrait = layout.portrait.turned(to: page)
    return .layout(layout)
  }
}

extension [LayoutRegion] {
  fileprivate var onlyDeck: LayoutRegion? {
    let decks = filter { $0.content.kind == .deck }
    return decks.count == 1 ? decks.first : nil
  }

  fileprivate func turned(to page: Int) -> [LayoutRegion] {
    guard onlyDeck != nil else { return self }
    return map { region in
      var region = region
      region.content = region.content.turned(to: page)
      return region
    }
  }
}
