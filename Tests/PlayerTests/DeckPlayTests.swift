import Composition
import Content
import DisplayTypes
import Presentation
import Rasterizing
import Scenes
import Testing

@testable import ContentModel

/// Decks: pages that commands turn, and pages that turn by themselves; animations of pictures.
@MainActor
struct DeckPlayTests {
  private func deck(_ page: Int, _ transition: TransitionDescription = .cut, turning: Int? = nil) -> ContentDescription
  {
    .deck(DeckDescription(file: "/m/deck.pdf", page: page, pageMilliseconds: turning, transition: transition))
  }

  private func rig(_ content: ContentDescription, pages: Int = 5) throws -> PlayerRig {
    let rig = try PlayerRig(content)
    rig.media.put("/m/deck.pdf", 10)
    rig.documents.pageCounts[10] = pages
    return rig
  }

  @Test func neighboursAreDrawnAheadAndShownAtOnce() throws {
    let rig = try rig(deck(2))
    try rig.plug()
    #expect(try rig.color() == StandInDocuments.color(12))
    rig.advance(milliseconds: 100)
    #expect(rig.documents.takeAsked().sorted() == ["page 10/1", "page 10/2", "page 10/3"])
    rig.documents.nanoseconds = 10_000_000_000
    guard case .shown = try rig.show(deck(3)) else {
      Issue.record("it was not shown")
      return
    }
    #expect(try rig.color() == StandInDocuments.color(13))
    rig.advance(milliseconds: 100)
    #expect(rig.documents.takeAsked() == ["page 10/4"])
  }

  /// They must not delay a page that a command turns to.
  @Test func neighboursArePatientUntilOneIsWanted() throws {
    let rig = try rig(deck(2))
    try rig.plug()
    rig.documents.nanoseconds = 200_000_000
    _ = try rig.show(deck(4))
    rig.advance(milliseconds: 100)
    #expect(rig.documents.patient == ["page 10/3", "page 10/1", "page 10/5"])
    #expect(rig.documents.hurried.isEmpty)
    // It was requested already, and is not requested again.
    _ = rig.documents.takeAsked()
    _ = try rig.show(deck(5))
    #expect(rig.documents.hurried == ["page 10/5"])
    #expect(!rig.documents.takeAsked().contains("page 10/5"))
  }

  @Test func aPageAppearsWithTheDecksTransition() throws {
    let slide = TransitionDescription(.slide, milliseconds: 1000, curve: .linear)
    let rig = try rig(deck(1, slide))
    try rig.plug()
    rig.advance(milliseconds: 200)
    _ = try rig.show(deck(2, slide))
    rig.advance(milliseconds: 500)
    #expect(try rig.color(at: 0.1) == StandInDocuments.color(11))
    #expect(try rig.color(at: 0.9) == StandInDocuments.color(12))
    // The next one interrupts it.
    _ = try rig.show(deck(3, slide))
    rig.advance(milliseconds: 1100)
    for share in [0, 0.5, 0.99] { #expect(try rig.color(at: share) == StandInDocuments.color(13)) }
    #expect(try rig.system.find("HDMI-A-1").shownScene?.window?.tree.layers.count == 1)
  }

  @Test func pagesTurnByThemselves() throws {
    let rig = try rig(deck(1, turning: 2000), pages: 3)
    try rig.plug()
    rig.advance(milliseconds: 20_000)
    let colors = rig.takeFrames().map(\.color)
    #expect(Set(colors) == Set((11...13).map { StandInDocuments.color($0) }))
    #expect(rig.takeMessages() == [])
  }

  @Test func anUnreadableDeckIsAnswered() throws {
    let rig = try rig(.color(.white))
    rig.documents.errors[10] = .invalidRequest("it has a password")
    try rig.plug()
    guard case .failed(.content(let message)) = try rig.show(deck(1)) else {
      Issue.record("it was shown")
      return
    }
    #expect(message.hasPrefix("/m/deck.pdf: "))
    #expect(try rig.color() == .white)
  }

  @Test func anAnimationShowsEachFrameForItsTime() throws {
    let rig = try PlayerRig(.color(.black))
    rig.media.put("/m/a.gif", 20)
    rig.documents.animations[20] = [100, 300]
    try rig.plug()
    _ = try rig.show(.image(ImageDescription(file: "/m/a.gif")))
    _ = rig.takeFrames()
    rig.advance(milliseconds: 8_000)
    let frames = rig.takeFrames()
    var lengths: [Color: [Int64]] = [:]
    for (one, next) in zip(frames.dropFirst(), frames.dropFirst(2)) {
      lengths[one.color, default: []].append(next.time.nanoseconds(since: one.time) / 1_000_000)
    }
    #expect(frames.count >= 36)
    for length in lengths[StandInDocuments.color(20)] ?? [] { #expect(abs(length - 100) < 20) }
    for length in lengths[StandInDocuments.color(21)] ?? [] { #expect(abs(length - 300) < 20) }
  }

  @Test func showWaitsForAFileThatIsBeingCopied() throws {
    let rig = try rig(.color(.white))
    try rig.plug()
    rig.media.fail(.isBeingWritten(path: "/m/deck.pdf"), "/m/deck.pdf")
    var answer: PictureOutcome?
    try rig.system.find("HDMI-A-1").show(deck(1)) { answer = $0 }
    rig.advance(milliseconds: 1000)
    #expect(answer == nil)
    rig.media.put("/m/deck.pdf", 10)
    rig.advance(milliseconds: 200)
    guard case .shown = answer else {
      Issue.record("it was not shown: \(String(describing: answer))")
      return
    }
    #expect(try rig.color() == StandInDocuments.color(11))
  }

  @Test func aFileThatWasCopiedAndIsBrokenIsAnsweredAsSoonAsItIsThere() throws {
    let rig = try rig(.color(.white))
    rig.documents.errors[10] = .invalidRequest("it is no PDF file")
    try rig.plug()
    rig.media.fail(.isBeingWritten(path: "/m/deck.pdf"), "/m/deck.pdf")
    var answer: PictureOutcome?
    try rig.system.find("HDMI-A-1").show(deck(1)) { answer = $0 }
    rig.advance(milliseconds: 1000)
    #expect(answer == nil)
    rig.media.put("/m/deck.pdf", 10)
    rig.advance(milliseconds: 200)
    guard case .failed(.content(let message)) = answer else {
      Issue.record("it was not answered: \(String(describing: answer))")
      return
    }
    #expect(message.contains("it is no PDF file"))
    #expect(try rig.color() == .white)
  }
}
