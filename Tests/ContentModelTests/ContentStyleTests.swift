import DisplayTypes
import Testing

@testable import ContentModel

/// The colours and the font that a layout gives to contents without their own.
@Suite struct ContentStyleTests {
  private static let navy = Color(red: 0, green: 0, blue: 80)
  private static let cream = Color(red: 255, green: 250, blue: 220)
  private static let pink = Color(red: 250, green: 150, blue: 150)
  private static let style = ContentStyle(foreground: cream, background: navy, font: "DejaVu Serif")

  private func arranged(_ contents: [ContentDescription], isPortrait: Bool = false) -> [ContentDescription] {
    let regions = contents.map { LayoutRegion(x: 0, y: 0, width: 1, height: 1, content: $0) }
    let layout = LayoutDescription(
      regions: regions, foreground: Self.cream, background: Self.navy, font: "DejaVu Serif")
    let moment = Timeline.moment(
      of: .layout(layout), at: .epoch, in: TimelineContext(isPortrait: isPortrait))
    return moment.leaf.arrangement?.regions.map(\.content) ?? []
  }

  @Test func eachKindOfTextTakesThem() {
    let contents: [ContentDescription] = [
      .banner(BannerDescription(text: "a")), .clock(ClockDescription()), .ticker(TickerDescription(text: "a")),
      .countdown(CountdownDescription(end: .epoch)),
    ]
    for content in arranged(contents) {
      let text = content.value as? any StyledContent
      #expect(text?.foreground == Self.cream && text?.background == Self.navy, "\(content.kind)")
      #expect(text?.font == "DejaVu Serif", "\(content.kind)")
    }
  }

  @Test func namedColoursAndFontsStay() {
    let own = BannerDescription(text: "a", foreground: .black, background: .white, font: "Mono")
    #expect(arranged([.banner(own)]) == [.banner(own)])
  }

  @Test func itemsOfPlaylistsAndSchedulesTakeThem() {
    let plain = ContentDescription.banner(BannerDescription(text: "a"))
    let styled = ContentDescription.banner(BannerDescription(text: "a").styled(by: Self.style))
    func playlist(_ content: ContentDescription) -> ContentDescription {
      .playlist(PlaylistDescription(items: [PlaylistItem(content: content)]))
    }
    func schedule(_ content: ContentDescription) -> ContentDescription {
      .schedule(ScheduleDescription(entries: [ScheduleEntry(action: .show(playlist(content)))], fallback: content))
    }
    #expect(arranged([playlist(plain), schedule(plain)]) == [playlist(styled), schedule(styled)])
  }

  /// Most cameras do not read light modules on dark ones.
  @Test func aQRCodeTakesOnlyColoursThatCamerasCanRead() {
    let code = QRCodeDescription(text: "a", caption: "b")
    let light = code.styled(by: ContentStyle(foreground: Self.navy, background: Self.cream, font: "Mono"))
    #expect(light.foreground == Self.navy && light.background == Self.cream && light.font == "Mono")
    let dark = code.styled(by: Self.style)
    #expect(dark.shownForeground == .black && dark.shownBackground == .white && dark.font == "DejaVu Serif")
    let pale = code.styled(by: ContentStyle(background: Self.pink))
    #expect(pale.shownForeground == .black && pale.shownBackground == Self.pink)
  }

  @Test func theNeedsOfAShapeAreThoseOfItsRegions() {
    func region(_ file: String) -> LayoutRegion {
      LayoutRegion(x: 0, y: 0, width: 1, height: 1, content: .image(ImageDescription(file: file)))
    }
    let layout = ContentDescription.layout(LayoutDescription(regions: [region("/a")], portrait: [region("/b")]))
    #expect(ContentNeeds(of: layout).paths == ["/a", "/b"])
    #expect(ContentNeeds(of: layout, isPortrait: false).paths == ["/a"])
    #expect(ContentNeeds(of: layout, isPortrait: true).paths == ["/b"])
  }

  @Test func textsOfAllLevelsAreNeeded() {
    let texts: [ContentDescription] = [
      .banner(BannerDescription("Hello", on: .black)), .setup(SetupDescription()),
      .clock(ClockDescription()), .qrCode(QRCodeDescription(text: "https://example.org")),
    ]
    for text in texts {
      #expect(ContentNeeds(of: text).texts, "\(text)")
      let region = LayoutRegion(x: 0, y: 0, width: 1, height: 1, content: text)
      #expect(ContentNeeds(of: .layout(LayoutDescription(regions: [region], portrait: []))).texts)
    }
    for other: ContentDescription in [.color(.black), .pattern(.bars), .image(ImageDescription(file: "/a"))] {
      #expect(!ContentNeeds(of: other).texts, "\(other)")
    }
  }

  @Test func theOnlyDeckIsTurnedInBothShapes() {
    let region = LayoutRegion(
      name: "talk", x: 0, y: 0, width: 1, height: 1, content: .deck(DeckDescription(file: "/t.pdf")))
    let layout = ContentDescription.layout(LayoutDescription(regions: [region], portrait: [region]))
    guard case .layout(let turned) = layout.turned(to: 3) else { return }
    #expect(turned.regions.map(\.content.deck?.page) == [3] && turned.portrait.map(\.content.deck?.page) == [3])
    let only = ContentDescription.layout(
      LayoutDescription(
        regions: [LayoutRegion(x: 0, y: 0, width: 1, height: 1, content: .color(.black))], portrait: [region]))
    #expect(only.deck?.file == "/t.pdf")
  }
}
