import Composition
import Content
import ContentModel
import DisplayTypes
import Presentation
import Rasterizing
import Scenes
import SimulatedBackend
import Testing

/// The transitions between the slides of a talk, on a simulated screen in simulated time.
@MainActor
struct TalkTransitionTests {
  /// The first slide is red, the others are nearly black.
  private static let deckInode: UInt64 = 198
  private static let fade = PageTransition(.fade, milliseconds: 490)

  private func slide(_ page: UInt64) -> Color { StandInDocuments.color(Self.deckInode + page) }

  /// A screen that shows slide 1 of a deck, whose other pages have this transition.
  private func begin(
    _ transition: PageTransition? = fade, chosen: TalkTransition = .deck, reducesMotion: Bool = false,
    millihertz: Int = 60_000, size: PixelSize = PixelSize(width: 320, height: 240), page: Int = 1
  ) throws -> (PlayerRig, TalkScenes) {
    let rig = try PlayerRig(
      .color(Color(red: 9, green: 9, blue: 9)), screens: ["HDMI-A-1", "HDMI-A-2"], reducesMotion: reducesMotion,
      talkTransition: chosen)
    rig.media.put("/m/deck.pdf", Self.deckInode)
    rig.documents.pageCounts[Self.deckInode] = 9
    for page in 1...9 { rig.documents.transitions[Self.deckInode, default: [:]][page] = transition }
    try rig.plug("HDMI-A-1", size, millihertz: millihertz)
    let talkScenes = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources), page: page)
    #expect(try rig.color() == slide(UInt64(page)))
    _ = rig.takeFrames()
    return (rig, talkScenes)
  }

  /// Whether the middle of the screen shows a mixture of the first two slides.
  private func isMixed(_ color: Color?) -> Bool { color.map { $0.red > slide(2).red && $0.red < slide(1).red } == true }

  /// Displays whose modes have exactly this rate, and the number of frames of 490 ms.
  private nonisolated static let rates = [
    (24_000, PixelSize(width: 1280, height: 720), 12), (60_000, PixelSize(width: 1280, height: 720), 30),
    (120_000, PixelSize(width: 1280, height: 720), 59),
  ]

  @Test(arguments: rates)
  func aTransitionHasAFrameForEachRefreshAndBeginsWithTheNext(
    _ millihertz: Int, _ size: PixelSize, _ count: Int
  ) throws {
    // Each frame of a linear one differs from the frame before.
    let linear = TransitionDescription(.crossfade, milliseconds: 490, curve: .linear)
    let (rig, talkScenes) = try begin(chosen: .fixed(linear), millihertz: millihertz, size: size)
    let mode = try #require(try rig.system.find("HDMI-A-1").screen?.currentMode)
    #expect(mode.refreshMillihertz == millihertz)
    let interval = Int64(mode.refreshInterval)
    // Press within a millisecond after a frame.
    rig.perform(.point(Talk.Pointer(.pointer, x: 0, y: 0)), in: talkScenes)
    while rig.takeFrames().isEmpty { rig.advance(nanoseconds: 1_000_000) }
    let pressed = rig.clock.now
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 2000)
    let frames = rig.takeFrames()
    #expect(frames.count == count)
    let begin = try #require(frames.first)
    #expect(begin.time.nanoseconds(since: pressed) <= interval)
    #expect(begin.color != slide(2))
    for (frame, next) in zip(frames, frames.dropFirst()) {
      #expect(abs(next.time.nanoseconds(since: frame.time) - interval) < 1000)
      #expect(next.color.red < frame.color.red)
    }
    #expect(isMixed(frames.dropFirst(count / 2).first?.color))
    #expect(frames.last?.color == slide(2))
  }

  @Test func afterATransitionNothingWakesAndTheSlideBeforeIsGone() throws {
    let (rig, talkScenes) = try begin()
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 600)
    let scene = try #require(try rig.system.find("HDMI-A-1").shownScene)
    #expect(scene.window?.tree.layers.count == 1)
    _ = rig.takeFrames()
    let firings = rig.backend.simulatedClock.firings
    rig.advance(milliseconds: 60_000)
    #expect(rig.backend.simulatedClock.firings == firings)
    #expect(rig.takeFrames().isEmpty)
  }

  @Test(arguments: rates)
  func theFirstFrameIsOneRefreshIntoTheTransitionAtAnyTimeOfThePress(
    _ millihertz: Int, _ size: PixelSize, _ count: Int
  ) throws {
    let linear = TransitionDescription(.crossfade, milliseconds: 490, curve: .linear)
    let (rig, talkScenes) = try begin(chosen: .fixed(linear), millihertz: millihertz, size: size)
    let interval = Double(try #require(try rig.system.find("HDMI-A-1").screen?.currentMode).refreshInterval)
    let whole = Double(slide(1).red) - Double(slide(2).red)
    for delay in [0.2, 0.5, 0.8] {
      rig.perform(.previous, in: talkScenes)
      rig.advance(milliseconds: 100)
      _ = rig.takeFrames()
      rig.perform(.point(Talk.Pointer(.pointer, x: delay, y: 0)), in: talkScenes)
      while rig.takeFrames().isEmpty { rig.advance(nanoseconds: 100_000) }
      rig.advance(nanoseconds: UInt64(interval * delay))
      rig.perform(.next, in: talkScenes)
      rig.advance(milliseconds: 2000)
      let frames = rig.takeFrames()
      #expect(frames.count == count, "pressed after \(delay) of a refresh")
      let first = try #require(frames.first).color
      let share = (Double(slide(1).red) - Double(first.red)) / whole
      #expect(abs(share - interval / 490e6) < 0.01, "pressed after \(delay) of a refresh")
    }
  }

  @Test func aScreenThatWaitsForASlowerOneShowsTheTransitionFromItsBegin() throws {
    let (rig, talkScenes) = try begin()
    try rig.plug("HDMI-A-2", PixelSize(width: 640, height: 480))
    rig.advance(milliseconds: 500)
    rig.documents.nanosecondsOfWidth[640] = 400_000_000
    _ = rig.takeFrames()
    rig.perform(.goto(5), in: talkScenes)
    rig.advance(milliseconds: 2000)
    let frames = rig.takeFrames()
    for screen in ["HDMI-A-1", "HDMI-A-2"] {
      let colors = frames.filter { $0.screen == screen }.map(\.color)
      #expect(colors.count == 30, "\(screen)")
      #expect(colors.last == slide(5), "\(screen)")
    }
  }

  @Test func aPressDuringATransitionShowsItsSlideWithTheNextRefresh() throws {
    let (rig, talkScenes) = try begin()
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 240)
    #expect(isMixed(try rig.color()))
    _ = rig.takeFrames()
    let pressed = rig.clock.now
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 20)
    let frame = try #require(rig.takeFrames().first)
    #expect(frame.time.nanoseconds(since: pressed) <= 16_666_667)
    // Slide 2 in full, and slide 3 on its way over it.
    #expect([slide(2), slide(3)].contains(frame.color))
    rig.advance(milliseconds: 600)
    #expect(try rig.color() == slide(3))
  }

  @Test func goingBackShowsTheSlideAtOnce() throws {
    let (rig, talkScenes) = try begin(page: 2)
    rig.perform(.previous, in: talkScenes)
    rig.advance(milliseconds: 1000)
    #expect(rig.takeFrames().map(\.color) == [slide(1)])
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 240)
    #expect(isMixed(try rig.color()))
    _ = rig.takeFrames()
    rig.perform(.previous, in: talkScenes)
    rig.advance(milliseconds: 1000)
    #expect(rig.takeFrames().map(\.color) == [slide(1)])
  }

  @Test func withReducedMotionThereIsNoTransition() throws {
    for chosen in [TalkTransition.deck, .fixed(TransitionDescription(.crossfade))] {
      let (rig, talkScenes) = try begin(chosen: chosen, reducesMotion: true)
      rig.perform(.next, in: talkScenes)
      rig.advance(milliseconds: 2000)
      #expect(rig.takeFrames().map(\.color) == [slide(2)])
    }
  }

  @Test func theConfigurationDecidesBetweenTheDeckNoneAndAnotherTransition() throws {
    let push = TransitionDescription(.push, milliseconds: 1000, curve: .linear, direction: .up)
    let (rig, talkScenes) = try begin(chosen: .fixed(push))
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 500)
    #expect(try rig.color(height: 0.2) == slide(1))
    #expect(try rig.color(height: 0.8) == slide(2))
    rig.advance(milliseconds: 1000)
    _ = rig.takeFrames()
    // As after a reload.
    rig.resources.motion.talkTransition = .fixed(.cut)
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 1000)
    #expect(rig.takeFrames().map(\.color) == [slide(3)])

    let (plain, talk) = try begin(nil)
    plain.perform(.next, in: talk)
    plain.advance(milliseconds: 1000)
    #expect(plain.takeFrames().map(\.color) == [slide(2)])
  }

  @Test(arguments: [PageTransition.Style.wipe, .cover, .push])
  func theDecksDirectionIsThatOfItsPages(_ style: PageTransition.Style) throws {
    for (direction, isLater) in [(PageTransition.Direction.left, true), (.right, false), (.up, true), (.down, false)] {
      let (rig, talkScenes) = try begin(PageTransition(style, direction, milliseconds: 1000))
      rig.perform(.next, in: talkScenes)
      rig.advance(milliseconds: 500)
      let isFlat = direction == .left || direction == .right
      func color(_ share: Double) throws -> Color? {
        isFlat ? try rig.color(at: share) : try rig.color(height: share)
      }
      // Which half the new slide has reached.
      #expect(try color(0.9) == slide(isLater ? 2 : 1), "\(direction)")
      #expect(try color(0.1) == slide(isLater ? 1 : 2), "\(direction)")
    }
  }

  @Test func aCoverHidesARunningTransitionAtOnce() throws {
    let (rig, talkScenes) = try begin()
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 240)
    _ = rig.takeFrames()
    rig.perform(.cover(.black, true), in: talkScenes)
    rig.advance(milliseconds: 1000)
    #expect(rig.takeFrames().map(\.color) == [.black])
    rig.perform(.previous, in: talkScenes)
    rig.perform(.next, in: talkScenes)
    rig.perform(.next, in: talkScenes)
    rig.perform(.cover(.black, false), in: talkScenes)
    rig.advance(milliseconds: 1000)
    #expect(rig.takeFrames().map(\.color) == [slide(3)])
  }

  @Test func theSpeakersFreezeEndsWithTheTransitionToTheNewSlide() throws {
    let (rig, talkScenes) = try begin()
    rig.perform(.freeze(true), in: talkScenes)
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 1000)
    #expect(try rig.color() == slide(1))
    rig.perform(.freeze(false), in: talkScenes)
    rig.advance(milliseconds: 240)
    #expect(isMixed(try rig.color()))
  }

  @Test func aHeldOrBlankScreenStaysAndThenShowsTheNewSlide() throws {
    let (rig, talkScenes) = try begin()
    let screen = try rig.system.find("HDMI-A-1")
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 240)
    screen.setFrozen(true) { _ in }
    rig.advance(milliseconds: 20)
    let held = try rig.color()
    #expect(isMixed(held))
    rig.advance(milliseconds: 1000)
    #expect(try rig.color() == held)
    screen.setFrozen(false) { _ in }
    rig.advance(milliseconds: 20)
    #expect(try rig.color() == slide(2))

    rig.perform(.previous, in: talkScenes)
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 240)
    screen.setBlank(true) { _ in }
    rig.advance(milliseconds: 20)
    #expect(try rig.color() == .black)
    rig.advance(milliseconds: 1000)
    screen.setBlank(false) { _ in }
    rig.advance(milliseconds: 20)
    #expect(try rig.color() == slide(2))
  }

  @Test func aTurnOnABlankOrFrozenScreenIsOverWhenTheCoverEndsEarly() throws {
    for isBlank in [true, false] {
      let (rig, talkScenes) = try begin()
      let screen = try rig.system.find("HDMI-A-1")
      func cover(_ isOn: Bool) {
        if isBlank { screen.setBlank(isOn) { _ in } } else { screen.setFrozen(isOn) { _ in } }
        rig.advance(milliseconds: 20)
      }
      cover(true)
      rig.perform(.next, in: talkScenes)
      rig.advance(milliseconds: 100)
      #expect(try rig.color() == (isBlank ? .black : slide(1)))
      _ = rig.takeFrames()
      cover(false)
      rig.advance(milliseconds: 1000)
      #expect(rig.takeFrames().map(\.color) == [slide(2)])
      // The next turn has its transition.
      rig.perform(.next, in: talkScenes)
      rig.advance(milliseconds: 1000)
      #expect(rig.takeFrames().count == 30)
    }
  }

  @Test func aScreenshotDuringATransitionShowsBothSlides() throws {
    let (rig, talkScenes) = try begin(PageTransition(.push, .left, milliseconds: 1000))
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 495)
    let pixels = try #require(try rig.capture()?.pixels)
    func red(_ column: Int) -> UInt8 { pixels.rgb[(120 * pixels.size.width + column) * 3] }
    #expect(red(20) == slide(1).red)
    #expect(red(300) == slide(2).red)
  }

  @Test func aTurnBehindAnAlarmHasNoTransitionAfterIt() throws {
    let (rig, talkScenes) = try begin()
    let alarm = AlarmRecord(name: "fire", content: .color(.white))
    try rig.system.alarms.raise(alarm, makeDelegate: { ContentSceneDelegate(rig.resources) }, completion: { _ in })
    rig.advance(milliseconds: 500)
    #expect(try rig.color() == .white)
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 20)
    _ = rig.takeFrames()
    try rig.system.alarms.clear(nil) { _ in }
    rig.advance(milliseconds: 1000)
    #expect(rig.takeFrames().map(\.color) == [slide(2)])
  }

  @Test func thePointerDoesNotBeginATransitionAgain() throws {
    let (rig, talkScenes) = try begin()
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 400)
    rig.perform(.point(Talk.Pointer(.pointer, x: 0.1, y: 0.1)), in: talkScenes)
    rig.advance(milliseconds: 107)
    #expect(try rig.color() == slide(2))
  }

  @Test func aChangedDeckReplacesItsSlideAtOnce() throws {
    let (rig, talkScenes) = try begin()
    rig.perform(.next, in: talkScenes)
    rig.advance(milliseconds: 240)
    rig.documents.pageCounts[700] = 9
    rig.documents.nanoseconds = 1_000_000
    talkScenes.deck.didChange = { _ in rig.system.frontDidChange { _ in } }
    rig.media.put("/m/deck.pdf", 700)
    rig.advance(milliseconds: 60)
    #expect(try rig.color() == StandInDocuments.color(702))
  }
}
