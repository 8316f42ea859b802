import DisplayTypes
import Testing

@testable import ContentModel

@Suite struct ContentDeckTests {
  private let deck = ContentDescription.deck(DeckDescription(file: "/a.pdf"))

  private func layout(_ contents: [ContentDescription]) -> ContentDescription {
    .layout(LayoutDescription(regions: contents.map { LayoutRegion(x: 0, y: 0, width: 1, height: 1, content: $0) }))
  }

  @Test func aDeckIsTurned() {
    #expect(deck.turned(to: 3) == .deck(DeckDescription(file: "/a.pdf", page: 3)))
  }

  @Test func theOnlyDeckOfALayoutIsTurned() {
    let shown = layout([.clock(ClockDescription()), deck])
    #expect(shown.deck?.file == "/a.pdf")
    #expect(shown.turned(to: 2).deck?.page == 2)
    #expect(layout([deck, deck]).deck == nil)
    #expect(layout([deck, deck]).turned(to: 2) == layout([deck, deck]))
  }

  @Test func contentWithoutADeckStays() {
    let playlist = ContentDescription.playlist(PlaylistDescription(items: [PlaylistItem(content: deck)]))
    #expect(playlist.deck == nil)
    #expect(playlist.turned(to: 2) == playlist)
  }
}
