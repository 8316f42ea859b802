import Composition
import Content
import ContentModel
import DisplayTypes
import Presentation
import Rasterizing
import Scenes
import SimulatedBackend
import Testing

/// A talk on simulated screens: its slides, those that are drawn ahead, and the covers over them.
@MainActor
struct TalkPlayTests {
  private let rig: PlayerRig
  private let deck: TalkDeck

  init() throws {
    rig = try PlayerRig(.color(Color(red: 9, green: 9, blue: 9)), screens: ["HDMI-A-1", "HDMI-A-2"])
    rig.media.put("/m/deck.pdf", 10)
    rig.documents.pageCounts[10] = 9
    deck = TalkDeck("/m/deck.pdf", rig.resources)
  }

  private func begin(page: Int = 1) throws -> TalkScenes { try rig.begin(deck, page: page) }

  private func perform(_ deed: TalkCommand, in talkScenes: TalkScenes, milliseconds: UInt64 = 50) {
    rig.perform(deed, in: talkScenes)
    rig.advance(milliseconds: milliseconds)
  }

  private func slide(_ page: UInt64) -> Color { StandInDocuments.color(10 + page) }

  @Test func slidesAroundTheSpeakersAreMadeAheadAndShownAtOnce() throws {
    try rig.plug()
    let talkScenes = try begin(page: 3)
    #expect(try rig.color() == slide(3))
    #expect(
      rig.documents.takeAsked() == ["count 10", "page 10/3", "page 10/4", "page 10/2"])
    // From here on each takes longer than the test.
    rig.documents.nanoseconds = 60_000_000_000
    perform(.next, in: talkScenes)
    #expect(try rig.color() == slide(4))
    #expect(rig.documents.takeAsked() == ["page 10/5"])
    perform(.previous, in: talkScenes)
    #expect(try rig.color() == slide(3))
  }

  @Test func whileTheAudienceIsHeldTheSpeakersSlidesAreMadeAhead() throws {
    try rig.plug()
    let talkScenes = try begin(page: 2)
    perform(.freeze(true), in: talkScenes)
    perform(.goto(7), in: talkScenes, milliseconds: 200)
    #expect(try rig.color() == slide(2))
    #expect(rig.documents.takeAsked().suffix(3) == ["page 10/7", "page 10/8", "page 10/6"])
    rig.documents.nanoseconds = 60_000_000_000
    perform(.freeze(false), in: talkScenes)
    #expect(try rig.color() == slide(7))
    perform(.cover(.black, true), in: talkScenes)
    #expect(try rig.color() == .black)
    perform(.next, in: talkScenes)
    #expect(try rig.color() == .black)
    perform(.cover(.black, false), in: talkScenes)
    #expect(try rig.color() == slide(8))
  }

  @Test func twoScreensOfDifferentSizesShowTheSameSlide() throws {
    try rig.plug()
    try rig.plug("HDMI-A-2", PixelSize(width: 128, height: 64))
    let talkScenes = try begin()
    perform(.next, in: talkScenes, milliseconds: 200)
    #expect(try rig.color() == slide(2))
    #expect(try rig.color(on: "HDMI-A-2") == slide(2))
  }

  @Test func aDeckThatIsGoneStaysAndComesBack() throws {
    try rig.plug()
    let talkScenes = try begin()
    rig.media.remove("/m/deck.pdf")
    rig.advance(milliseconds: 100)
    #expect(deck.trouble?.contains("there is no such file") == true)
    #expect(try rig.color() == slide(1))
    // The open deck is read further.
    perform(.goto(5), in: talkScenes, milliseconds: 200)
    #expect(try rig.color() == slide(5))

    var pages: [Int] = []
    deck.didChange = { change in
      guard case .pages(let count) = change else { return }
      pages.append(count)
      var talk = talkScenes.talk
      _ = talk.setPages(count)
      talkScenes.talk = talk
      rig.system.frontDidChange { _ in }
    }
    rig.documents.pageCounts[40] = 3
    rig.media.put("/m/deck.pdf", 40)
    rig.advance(milliseconds: 300)
    #expect(pages == [3])
    #expect(deck.trouble == nil)
    #expect(try rig.color() == StandInDocuments.color(43))
  }

  @Test func theCodeOnTheSlideHasItsAddressInLetters() throws {
    rig.texts.error = nil
    try rig.plug()
    let talkScenes = try begin()
    perform(.code("http://192.168.1.5:8484/pair#ACDEFGHJ"), in: talkScenes)
    #expect(rig.texts.texts == ["http://192.168.1.5:8484/pair\nACDE-FGHJ"])
  }

  @Test func aSlideThatCannotBeDrawnLeavesTheLastOneAndIsReported() throws {
    try rig.plug()
    let talkScenes = try begin()
    rig.documents.errors[10] = .damaged("page 5 cannot be read")
    perform(.goto(5), in: talkScenes, milliseconds: 200)
    #expect(try rig.color() == slide(1))
    #expect(talkScenes.trouble?.contains("slide 5 of /m/deck.pdf cannot be drawn") == true)
    rig.documents.errors[10] = nil
    perform(.goto(2), in: talkScenes, milliseconds: 200)
    #expect(try rig.color() == slide(2))
    #expect(talkScenes.trouble == nil)
  }

  @Test func anotherProjectorShowsTheLastSlideWhereTheNewOneCannotBeMade() throws {
    try rig.plug()
    _ = try begin(page: 4)
    rig.documents.errors[10] = .fileChanged
    try rig.plug("HDMI-A-2", PixelSize(width: 128, height: 96))
    rig.advance(milliseconds: 200)
    #expect(try rig.color(on: "HDMI-A-2") == slide(4))
  }

  @Test func theSpotlightDarkensAllButItsPlace() throws {
    try rig.plug("HDMI-A-1", PixelSize(width: 640, height: 480))
    let talkScenes = try begin()
    perform(.point(Talk.Pointer(.spotlight, x: 0.5, y: 0.5)), in: talkScenes)
    #expect(try rig.color() == slide(1))
    let around = try #require(try rig.color(at: 0.05))
    let whole = slide(1)
    #expect(around.red < whole.red / 2 && around.red > 0)
    perform(.point(nil), in: talkScenes)
    #expect(try rig.color(at: 0.05) == slide(1))
  }

  @Test func thePointerIsRedAndCostsAFewPixels() throws {
    try rig.plug("HDMI-A-1", PixelSize(width: 640, height: 480))
    let talkScenes = try begin()
    perform(.point(Talk.Pointer(.pointer, x: 0.25, y: 0.5)), in: talkScenes)
    #expect(try rig.color(at: 0.25) == Color(red: 230, green: 57, blue: 53))
    let before = try #require(try frame())
    perform(.point(Talk.Pointer(.pointer, x: 0.75, y: 0.5)), in: talkScenes)
    #expect(try rig.color(at: 0.25) == slide(1))
    #expect(try rig.color(at: 0.75) == Color(red: 230, green: 57, blue: 53))
    var damage = DamageRegion()
    try #require(try frame()).addDamage(since: before, to: &damage)
    let pixels = (0..<damage.count).reduce(0) { $0 + damage[$1].area }
    // The dot twice, 11 by 11; four bytes each.
    #expect((100...1000).contains(pixels))
  }

  @Test func theSpotlightCostsItsPlaceTwice() throws {
    try rig.plug("HDMI-A-1", PixelSize(width: 640, height: 480))
    let talkScenes = try begin()
    perform(.point(Talk.Pointer(.spotlight, x: 0.2, y: 0.5)), in: talkScenes)
    let before = try #require(try frame())
    perform(.point(Talk.Pointer(.spotlight, x: 0.8, y: 0.5)), in: talkScenes)
    var damage = DamageRegion()
    try #require(try frame()).addDamage(since: before, to: &damage)
    let pixels = (0..<damage.count).reduce(0) { $0 + damage[$1].area }
    #expect((1...2 * 126 * 126).contains(pixels))
  }

  private func frame() throws -> ResolvedFrame? {
    let coordinator = try rig.system.find("HDMI-A-1")
    guard let tree = coordinator.shownScene?.window?.tree, let geometry = coordinator.screen?.geometry else {
      return nil
    }
    var frame = ResolvedFrame()
    tree.resolve(for: geometry, at: rig.backend.simulatedClock.now, frameNumber: 0, into: &frame)
    return frame
  }

  @Test func theOtherHalfOfEachPageIsNotShown() throws {
    try rig.plug()
    let half = TalkDeck("/m/deck.pdf", part: .left, rig.resources)
    half.open { _ in }
    rig.advance(milliseconds: 100)
    let talkScenes = TalkScenes(
      Talk(identifier: "t", deck: "/m/deck.pdf", title: "d", pages: 9, half: .right), half, rig.resources)
    rig.system.beginFront(
      App(
        name: "talk",
        manifest: SceneManifest(configurations: [.externalDisplayNonInteractive: [SceneConfiguration(name: "talk")]]),
        makeDelegate: { talkScenes.makeDelegate() }), on: nil, asksOfNew: false
    ) { _ in }
    rig.advance(milliseconds: 200)
    #expect(rig.documents.parts == [.left])
  }
}
