import Composition
import Content
import ContentModel
import DisplayTypes
import Rasterizing
import Scenes
import SimulatedBackend
import Testing

/// The videos on the slides of a talk: their processes, starts, places and troubles.
@MainActor
struct TalkVideoTests {
  private let rig: PlayerRig
  private let played = RecordedVideos()

  init() throws {
    rig = try PlayerRig(
      .color(Color(red: 9, green: 9, blue: 9)), screens: ["HDMI-A-1", "HDMI-A-2"],
      videos: { [played] _, _ in played })
    rig.media.put("/m/deck.pdf", 10)
    rig.media.put("/m/clip.mp4", 20)
    rig.documents.pageCounts[10] = 4
    rig.documents.videos[10] = [
      PageVideo(
        page: 2, name: "clip.mp4?sound=hw:0&start=1.5", place: PointRect(x: 0.5, y: 0.25, width: 0.25, height: 0.5))
    ]
  }

  private func perform(_ command: TalkCommand, in talk: TalkScenes) {
    rig.perform(command, in: talk)
    rig.advance(milliseconds: 50)
  }

  /// Lets the slide stand until its processes have started.
  private func stand() { rig.advance(milliseconds: 350) }

  private var now: Int64 { Int64(rig.backend.simulatedClock.now.nanoseconds) }

  @Test func theProcessStartsWithTheSlideAndTheVideoAtTheCommand() throws {
    try rig.plug()
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources))
    #expect(played.count == 0)
    perform(.next, in: talk)
    stand()
    let clip = try #require(played.running.first)
    #expect(clip.request.path == "/m/clip.mp4")
    #expect(clip.request.room.size == PixelSize(width: 16, height: 24))
    #expect(clip.request.from == 1_500_000_000)
    #expect(!clip.request.loops)
    #expect(clip.request.sound?.output == .named("hw:0"))
    // It waits for years.
    #expect(clip.request.beginning > now + 86_400_000_000_000)
    played.makeReady(clip)
    rig.advance(milliseconds: 50)
    #expect(clip.moves.isEmpty)
    #expect(try rig.color(at: 0.6) == StandInDocuments.color(12))
    perform(.playVideos([0]), in: talk)
    #expect(clip.moves.count == 1)
    #expect(clip.moves.allSatisfy { abs($0 - now) < 100_000_000 })
    // The video has no picture yet, so that the slide is visible in its place, and black beside it.
    #expect(try rig.color(at: 0.53) == .black)
    #expect(try rig.color(at: 0.62) == StandInDocuments.color(12))
    #expect(try rig.color(at: 0.4) == StandInDocuments.color(12))
    #expect(try rig.color(at: 0.6, height: 0.1) == StandInDocuments.color(12))
    perform(.stopVideos([0]), in: talk)
    #expect(try rig.color(at: 0.53) == StandInDocuments.color(12))
    // Another process waits for the next start.
    #expect(played.count == 2)
    #expect(played.running.last.map { $0.request.beginning > now + 86_400_000_000_000 } == true)
    perform(.next, in: talk)
    #expect(talk.talk.playing.isEmpty)
  }

  @Test func aLateProcessPlaysFromTheBeginningAndALaterScreenFromTheDuePicture() throws {
    try rig.plug()
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources), page: 2)
    perform(.playVideos([0]), in: talk)
    rig.advance(milliseconds: 700)
    let clip = try #require(played.running.first)
    played.makeReady(clip)
    let start = now
    rig.advance(milliseconds: 50)
    #expect(clip.moves == [start])
    rig.advance(milliseconds: 5000)
    try rig.plug("HDMI-A-2")
    rig.advance(milliseconds: 200)
    let other = try #require(played.running.last)
    #expect(other !== clip)
    #expect(other.request.beginning == start)
    played.makeReady(other)
    #expect(other.moves.allSatisfy { $0 == start })
  }

  @Test func allScreensBeginTogether() throws {
    for name in ["HDMI-A-1", "HDMI-A-2"] { try rig.plug(name) }
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources), page: 2)
    stand()
    #expect(played.running.count == 2)
    played.makeReady(try #require(played.running.first))
    perform(.playVideos([0]), in: talk)
    rig.advance(milliseconds: 1000)
    #expect(played.running.allSatisfy { $0.moves.isEmpty })
    // The slide stays on both screens meanwhile.
    #expect(try rig.color(at: 0.53) == StandInDocuments.color(12))
    played.makeReady(try #require(played.running.last))
    let start = now
    rig.advance(milliseconds: 50)
    #expect(played.running.map(\.moves) == [[start], [start]])
    for name in ["HDMI-A-1", "HDMI-A-2"] { #expect(try rig.color(on: name, at: 0.53) == .black) }
  }

  @Test func aScreenThatIsNotReadyIsNotWaitedForLongerThanThreeSeconds() throws {
    for name in ["HDMI-A-1", "HDMI-A-2"] { try rig.plug(name) }
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources), page: 2)
    stand()
    let (first, last) = (try #require(played.running.first), try #require(played.running.last))
    played.makeReady(first)
    rig.perform(.playVideos([0]), in: talk)
    let start = now + 3_000_000_000
    rig.advance(milliseconds: 3100)
    #expect(first.moves == [start])
    // It joins the others later.
    played.makeReady(last)
    rig.advance(milliseconds: 50)
    #expect(last.moves.allSatisfy { $0 == start } && !last.moves.isEmpty)
  }

  @Test func aScreenThatLeavesOrCannotPlayIsNotWaitedFor() throws {
    for name in ["HDMI-A-1", "HDMI-A-2"] { try rig.plug(name) }
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources), page: 2)
    stand()
    let first = try #require(played.running.first)
    played.makeReady(first)
    perform(.playVideos([0]), in: talk)
    #expect(first.moves.isEmpty)
    try rig.perform(.unplug("HDMI-A-2"))
    // A display that returns within 1.5 s keeps its scene.
    rig.advance(milliseconds: 1800)
    #expect(first.moves.count == 1)
  }

  @Test func oneScreenSoundsOnASharedDevice() throws {
    for name in ["HDMI-A-1", "HDMI-A-2"] { try rig.plug(name) }
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources), page: 2)
    stand()
    #expect(played.running.map { $0.request.sound != nil } == [true, false])
    for clip in played.running { played.makeReady(clip) }
    perform(.playVideos([0]), in: talk)
    let start = try #require(played.running.first?.moves.first)
    // If its screen goes dark, the other one sounds, and continues.
    try rig.system.find("HDMI-A-1").setPower(false) { _ in }
    rig.advance(milliseconds: 500)
    #expect(played.running.map { $0.request.sound != nil } == [true])
    #expect(played.running.first?.request.beginning == start)
    // It keeps the sound.
    try rig.system.find("HDMI-A-1").setPower(true) { _ in }
    rig.advance(milliseconds: 1000)
    #expect(played.running.map { $0.request.sound != nil } == [true, false])
  }

  @Test func theDisplayOfEachScreenSounds() throws {
    rig.documents.videos[10] = [PageVideo(page: 2, name: "clip.mp4")]
    for name in ["HDMI-A-1", "HDMI-A-2"] { try rig.plug(name) }
    _ = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources), page: 2)
    stand()
    #expect(played.running.map { $0.request.sound?.output } == [.display, .display])
  }

  @Test func quickTurnsStartNoProcess() throws {
    rig.documents.videos[10] = (2...4).map { PageVideo(page: $0, name: "clip\($0).mp4") }
    for page in 2...4 { rig.media.put("/m/clip\(page).mp4", UInt64(20 + page)) }
    try rig.plug()
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources))
    for _ in 2...4 {
      // Each starts with its slide.
      rig.perform(.next, in: talk)
      rig.perform(.playVideos([0]), in: talk)
      rig.advance(milliseconds: 200)
    }
    #expect(played.count == 0)
    stand()
    #expect(played.count == 1)
    // A key starts it at once.
    perform(.previous, in: talk)
    #expect(played.count == 1)
    perform(.playVideos([0]), in: talk)
    #expect(played.count == 2)
  }

  @Test func aVideoContinuesInAnotherMode() throws {
    try rig.plug()
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources), page: 2)
    stand()
    played.makeReady(try #require(played.running.first))
    perform(.playVideos([0]), in: talk)
    let start = try #require(played.running.first?.moves.first)
    rig.advance(milliseconds: 500)
    try rig.perform(.unplug("HDMI-A-1"))
    try rig.plug("HDMI-A-1", PixelSize(width: 80, height: 60))
    rig.advance(milliseconds: 500)
    let clip = try #require(played.running.first)
    #expect(played.running.count == 1)
    #expect(clip.request.room.size == PixelSize(width: 20, height: 30))
    #expect(clip.request.beginning == start)
    played.makeReady(clip)
    rig.advance(milliseconds: 50)
    #expect(clip.moves.allSatisfy { $0 == start })
  }

  @Test func theSoundEndsWithTheTurnAndThePictureWithTheTransition() throws {
    rig.documents.transitions[10] = [3: PageTransition(.fade, milliseconds: 1000)]
    try rig.plug()
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources), page: 2)
    stand()
    let clip = try #require(played.running.first)
    played.makeReady(clip)
    perform(.playVideos([0]), in: talk)
    #expect(!clip.isSilent)
    perform(.next, in: talk)
    #expect(clip.isSilent)
    #expect(played.running.contains { $0 === clip })
  }

  @Test func aProcessEndsWithItsSlide() throws {
    try rig.plug()
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources), page: 2)
    stand()
    #expect(played.running.count == 1)
    perform(.next, in: talk)
    rig.advance(milliseconds: 500)
    #expect(played.running.isEmpty)
    perform(.previous, in: talk)
    stand()
    #expect(played.count == 2)
  }

  @Test func aVideoThatCannotBePlayedHasAReason() throws {
    try rig.plug()
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources), page: 2)
    stand()
    let clip = try #require(played.running.first)
    played.refuse(clip, "it is no video file")
    rig.advance(milliseconds: 50)
    #expect(talk.trouble == "slide 2: /m/clip.mp4: it is no video file")
    // Another version of the file is tried.
    #expect(played.count == 1)
    rig.media.put("/m/clip.mp4", 21)
    rig.advance(milliseconds: 50)
    #expect(talk.trouble == nil)
    perform(.next, in: talk)
    perform(.previous, in: talk)
    stand()
    #expect(played.count == 2)
  }

  /// The videos of a deck with these names, and the reasons why they cannot be played.
  private func videos(_ named: [PageVideo], part: PagePart = .whole, notes: [Int: String] = [:]) throws -> TalkVideos {
    rig.documents.videos[10] = named
    let deck = TalkDeck("/m/deck.pdf", part: part, rig.resources)
    let talk = try rig.begin(deck)
    deck.videos.setNotes(notes)
    return talk.deck.videos
  }

  @Test(
    arguments: [
      ("clip.mp4", nil), ("./clip.mp4", nil), ("/m/clip.mp4", nil), ("/home/someone/clip.mp4", nil),
      ("missing.mp4", "/m/missing.mp4: there is no such file"), ("../clip.mp4", "folder of its deck"),
      ("", "inside the deck"),
    ] as [(String, String?)])
  func aFileIsSoughtInTheDecksFolder(name: String, reason: String?) throws {
    let videos = try videos([PageVideo(page: 1, name: name)])
    let video = try #require(videos.videos(on: 1).first)
    let found = videos.trouble(of: video)
    #expect(reason.map { found?.contains($0) == true } ?? (found == nil))
    #expect((videos.trouble == nil) == (reason == nil))
  }

  @Test func notesNameVideosAndReplaceTheAnnotationsOfTheirSlide() throws {
    let place = PointRect(x: 0, y: 0, width: 0.5, height: 0.5)
    let named = [
      PageVideo(page: 1, name: "", place: place), PageVideo(page: 2, name: "a.mp4", isOfNotes: true),
      PageVideo(page: 3, name: "b.mp4", isOfNotes: true), PageVideo(page: 4, name: "table.pdf"),
    ]
    let videos = try videos(named, notes: [1: "Say it\n VIDEO:  clip.mp4?loop \nend", 3: "no video"])
    let first = try #require(videos.videos(on: 1).first)
    #expect(first.name == "clip.mp4")
    #expect(first.options.loops)
    #expect(first.place == place)
    #expect(videos.videos(on: 2).map(\.name) == ["a.mp4"])
    #expect(videos.videos(on: 3).isEmpty)
    // A link to another kind of file is no video.
    #expect(videos.videos(on: 4).isEmpty)
  }

  @Test func aPlaceCountsInTheShownHalf() throws {
    let named = [
      PageVideo(page: 1, name: "clip.mp4", place: PointRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5)),
      PageVideo(page: 2, name: "clip.mp4", place: PointRect(x: 0.5, y: 0, width: 0.5, height: 1)),
    ]
    let videos = try videos(named, part: .left)
    #expect(videos.videos(on: 1).first?.place == PointRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5))
    #expect(videos.videos(on: 2).isEmpty)
  }

  @Test func aSlideHasAtMostFourVideos() throws {
    let videos = try videos([], notes: [1: (1...6).map { _ in "video: clip.mp4?loop" }.joined(separator: "\n")])
    #expect(videos.videos(on: 1).count == 1)
    let many = try self.videos([], notes: [1: (1...6).map { "video: \($0).mp4" }.joined(separator: "\n")])
    #expect(many.videos(on: 1).count == 4)
    #expect(many.trouble?.contains("slide 1: /m/1.mp4") == true)
  }

  @Test func theSameFileAtTwoPlacesPlaysInTheLargerOne() throws {
    let large = PointRect(x: 0, y: 0, width: 0.5, height: 0.5)
    let small = PointRect(x: 0, y: 0.5, width: 0.25, height: 0.25)
    let names = [("clip.mp4", small), ("./clip.mp4", large), ("/else/clip.mp4", small), ("other.mp4", small)]
    let videos = try videos(names.map { PageVideo(page: 1, name: $0.0, place: $0.1) })
    #expect(videos.videos(on: 1).map(\.place) == [large, small])
  }

  @Test func aVideoReturnsWithItsScreen() throws {
    try rig.plug()
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources), page: 2)
    stand()
    played.makeReady(try #require(played.running.first))
    perform(.playVideos([0]), in: talk)
    #expect(try rig.color(at: 0.53) == .black)
    try rig.system.find("HDMI-A-1").setPower(false) { _ in }
    rig.advance(milliseconds: 500)
    #expect(played.running.isEmpty)
    try rig.system.find("HDMI-A-1").setPower(true) { _ in }
    rig.advance(milliseconds: 500)
    let clip = try #require(played.running.first)
    #expect(played.count == 2)
    played.makeReady(clip)
    rig.advance(milliseconds: 50)
    #expect(try rig.color(at: 0.53) == .black)
  }

  @Test func aFileThatAppearsPlaysAndOneThatIsRemovedGoesOn() throws {
    try rig.plug()
    rig.documents.videos[10] = [PageVideo(page: 1, name: "late.mp4")]
    let talk = try rig.begin(TalkDeck("/m/deck.pdf", rig.resources))
    talk.deck.didChange = { [system = rig.system] _ in system.frontDidChange { _ in } }
    #expect(talk.trouble == "slide 1: /m/late.mp4: there is no such file")
    #expect(talk.deck.videos.names == ["late.mp4"])
    #expect(played.running.isEmpty)
    rig.media.put("/m/late.mp4", 30)
    stand()
    #expect(talk.trouble == nil)
    #expect(played.running.count == 1)
    rig.media.remove("/m/late.mp4")
    rig.advance(milliseconds: 100)
    #expect(talk.trouble != nil)
    #expect(played.running.count == 1)
    #expect(played.count == 1)
  }
}
