extension ContentDescription {
  /// The deck whose pages are turned by command: itself, or the only one in the regions of a layout; nil where there is none.
  public var deck: DeckDescription? {
    switch self {
    case .deck(let deck): deck
    case .layout(let layout): layout.onlyDeck.flatMap { layout.regions[$0].content.deck }
    case .color, .pattern, .banner, .image, .slideshow, .playlist, .schedule, .ticker, .clock, .countdown, .qrCode,
      .setup:
      nil
    }
  }

  /// The same with another page of that deck.
  public func turned(to page: Int) -> ContentDescription {
    switch self {
    case .deck(var deck):
      deck.page = page
      return .deck(deck)
    case .layout(var layout):
      guard let index = layout.onlyDeck else { return self }
      layout.regions[index].content = layout.regions[index].content.turned(to: page)
      return .layout(layout)
    case .color, .pattern, .banner, .image, .slideshow, .playlist, .schedule, .ticker, .clock, .countdown, .qrCode,
      .setup:
      return self
    }
  }
}

extension LayoutDescription {
  /// Which region has a deck, where just one has.
  fileprivate var onlyDeck: Int? {
    let decks = regions.indices.filter { regions[$0].content.kind == .deck }
    return decks.count == 1 ? decks.first : nil
  }
}
