import Content
import DisplayTypes
import Presentation
import Rasterizing
import Scenes
import SimulatedBackend
import Testing

@testable import ContentModel

/// A playlist on a simulated screen.
@MainActor
struct PlaylistPlayTests {
  private static func image(_ number: Int) -> ContentDescription { .image(ImageDescription(file: "/m/\(number).png")) }

  private static func playlist(
    _ count: Int = 3, seconds: Int = 2, transition: TransitionDescription = .cut
  ) -> ContentDescription {
    .playlist(
      PlaylistDescription(
        items: (1...count).map { PlaylistItem(content: image($0)) }, itemMilliseconds: seconds * 1000,
        transition: transition))
  }

  private func rig(
    _ content: ContentDescription, files: Int = 3, pictureBytes: Int = PictureCache.usualCapacity
  ) throws -> PlayerRig {
    let rig = try PlayerRig(content, pictureBytes: pictureBytes)
    for number in 1...files { rig.media.put("/m/\(number).png", UInt64(number)) }
    return rig
  }

  /// The colour that the timeline gives for a time.
  private func expected(_ content: ContentDescription, _ time: WallTime, _ rig: PlayerRig) -> Color? {
    guard case .content(.image(let image)) = Timeline.moment(of: content, at: time, in: TimelineContext()).leaf else {
      return nil
    }
    return rig.color(of: image.file)
  }

  @Test func everyFlipShowsTheTimelinesItemForItsTime() throws {
    let content = Self.playlist()
    let rig = try rig(content)
    try rig.plug()
    _ = rig.takeFrames()
    rig.advance(milliseconds: 20_000)
    let frames = rig.takeFrames()
    for frame in frames { #expect(frame.color == expected(content, frame.time, rig), "at \(frame.time.nanoseconds)") }
    // The first flip of an item is the first that could be: less than a refresh after its beginning.
    let turns = zip(frames, frames.dropFirst()).filter { $0.color != $1.color }.map(\.1.time.nanoseconds)
    #expect(turns.count == 10)
    let refresh = try #require(rig.system.screens.first?.currentMode?.refreshInterval)
    for turn in turns { #expect(UInt64(turn % 2_000_000_000) <= refresh) }
    #expect(rig.takeMessages() == [])
  }

  @Test func theFirstPictureIsTheOneForNow() throws {
    let content = Self.playlist()
    let rig = try rig(content)
    rig.advance(milliseconds: 3_000)
    try rig.plug()
    #expect(try rig.color() == expected(content, rig.clock.now, rig))
  }

  @Test func picturesAreDecodedAheadAndOnce() throws {
    let rig = try rig(Self.playlist())
    try rig.plug()
    rig.advance(milliseconds: 30_000)
    #expect(rig.documents.takeAsked().sorted() == ["picture 1", "picture 2", "picture 3"])
  }

  @Test func nothingWakesBetweenItems() throws {
    let rig = try rig(Self.playlist(seconds: 3600))
    try rig.plug()
    rig.advance(milliseconds: 5_000)
    let before = rig.backend.simulatedClock.firings
    rig.advance(milliseconds: 600_000)
    #expect(rig.backend.simulatedClock.firings == before)
  }

  @Test func aMissingFileIsSkippedReportedOnceAndPickedUp() throws {
    let content = Self.playlist()
    let rig = try rig(content)
    rig.media.remove("/m/2.png")
    try rig.plug()
    rig.advance(milliseconds: 12_000)
    let frames = rig.takeFrames()
    #expect(!frames.contains { $0.color == StandInDocuments.color(2) || $0.color == .black })
    #expect(Set(frames.map(\.color)) == [StandInDocuments.color(1), StandInDocuments.color(3)])
    #expect(rig.takeMessages() == ["\(MediaTrouble.missing(path: "/m/2.png")); it is not shown until that is fixed"])
    rig.media.put("/m/2.png", 2)
    rig.advance(milliseconds: 100)
    _ = rig.takeFrames()
    rig.advance(milliseconds: 12_000)
    for frame in rig.takeFrames() { #expect(frame.color == expected(content, frame.time, rig)) }
  }

  @Test func temporaryFailuresAreReportedWithTheRetry() throws {
    let rig = try rig(Self.playlist())
    rig.documents.errors[2] = .timedOut(seconds: 1)
    try rig.plug()
    rig.advance(milliseconds: 4_000)
    #expect(rig.takeMessages() == ["/m/2.png: \(RasterError.timedOut(seconds: 1)); the daemon tries again"])
  }

  @Test func aBrokenFileIsSkippedAndTheSlotsStay() throws {
    let content = Self.playlist()
    let rig = try rig(content)
    rig.documents.errors[2] = .invalidRequest("it is no picture")
    try rig.plug()
    _ = rig.takeFrames()
    rig.advance(milliseconds: 12_000)
    for frame in rig.takeFrames() {
      let due = expected(content, frame.time, rig)
      #expect(frame.color == (due == StandInDocuments.color(2) ? StandInDocuments.color(3) : due))
    }
    #expect(rig.takeMessages().count == 1)
  }

  @Test func aSlowPictureLeavesTheLastOneAndNeverBlack() throws {
    // Pictures that are not shown are not kept.
    let rig = try rig(Self.playlist(), pictureBytes: 1)
    try rig.plug()
    rig.documents.nanoseconds = 5_000_000_000
    rig.advance(milliseconds: 30_000)
    #expect(!rig.takeFrames().contains { $0.color == .black })
  }

  @Test func aMissingRequestedFileIsAnsweredAndChangesNothing() throws {
    let rig = try rig(Self.playlist())
    try rig.plug()
    guard case .failed(.content(let message)) = try rig.show(.image(ImageDescription(file: "/m/none.png"))) else {
      Issue.record("it was shown")
      return
    }
    #expect(message.contains("/m/none.png: there is no such file"))
    #expect(message.hasSuffix("; the previous content stays"))
    _ = rig.takeFrames()
    rig.advance(milliseconds: 6_000)
    for frame in rig.takeFrames() { #expect(frame.color == expected(Self.playlist(), frame.time, rig)) }
  }

  @Test func configuredAndMissingItComesWhenTheFileDoes() throws {
    let rig = try PlayerRig(.image(ImageDescription(file: "/m/1.png")))
    try rig.plug()
    #expect(rig.takeMessages().count == 1)
    rig.media.put("/m/1.png", 1)
    rig.advance(milliseconds: 100)
    #expect(try rig.color() == StandInDocuments.color(1))
  }

  @Test func nothingOfItPlayableComesWhenAFileDoes() throws {
    let rig = try PlayerRig(Self.playlist())
    try rig.plug()
    #expect(rig.takeMessages().count == 1)
    rig.media.put("/m/2.png", 2)
    rig.advance(milliseconds: 100)
    #expect(try rig.color() == StandInDocuments.color(2))
    // Then it stays.
    rig.media.remove("/m/2.png")
    rig.advance(milliseconds: 30_000)
    #expect(try rig.color() == StandInDocuments.color(2))
    rig.media.put("/m/2.png", 9)
    rig.advance(milliseconds: 100)
    #expect(try rig.color() == StandInDocuments.color(9))
  }

  @Test func otherChangesDoNotDelayTheNextItem() throws {
    let images = (1...3).map { PlaylistItem(content: .image(ImageDescription(file: "/m/\($0).png"))) }
    let rig = try PlayerRig(.playlist(PlaylistDescription(items: images, itemMilliseconds: 60_000)))
    for number in 1...3 { rig.media.put("/m/\(number).png", UInt64(number)) }
    rig.documents.nanoseconds = 3_000_000_000
    try rig.plug()
    rig.advance(milliseconds: 4_000)
    let shown = try rig.color()
    let next = (1...3).first { StandInDocuments.color(UInt64($0)) == shown }.map { $0 % 3 + 1 } ?? 0
    // Neither the current item nor the next one.
    let other = next % 3 + 1
    _ = rig.documents.takeAsked()
    for turn in 0..<100 {
      rig.media.put("/m/\(other).png", UInt64(100 + turn))
      rig.advance(milliseconds: 500)
    }
    #expect(rig.documents.cancelled == 0)
    #expect(rig.documents.takeAsked().filter { $0 == "picture \(next)" }.count <= 1)
  }

  @Test func aNewerFileIsShownAtOnce() throws {
    let rig = try PlayerRig(.image(ImageDescription(file: "/m/1.png")))
    rig.media.put("/m/1.png", 1)
    try rig.plug()
    rig.media.put("/m/1.png", 7)
    rig.advance(milliseconds: 100)
    #expect(try rig.color() == StandInDocuments.color(7))
    #expect(rig.takeMessages() == [])
  }

  @Test func afterAReplugItContinuesByTheTime() throws {
    let content = Self.playlist()
    for away in [500, 5_000] as [UInt64] {
      let rig = try rig(content)
      try rig.plug()
      try rig.perform(.unplug("HDMI-A-1"))
      rig.advance(milliseconds: away)
      try rig.plug()
      #expect(try rig.color() == expected(content, rig.clock.now, rig))
    }
  }

  @Test func inTheBackgroundItStopsAndReturnsByTheTime() throws {
    let content = Self.playlist()
    let rig = try rig(content)
    try rig.plug()
    try rig.system.setForeground("other", on: nil) { _ in }
    rig.advance(milliseconds: 500)
    let before = rig.backend.simulatedClock.firings
    rig.advance(milliseconds: 60_000)
    #expect(rig.backend.simulatedClock.firings == before)
    rig.advance(milliseconds: 3_000)
    _ = rig.takeFrames()
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.advance(milliseconds: 6_000)
    let grey = Color(red: 1, green: 2, blue: 3)
    for frame in rig.takeFrames() where frame.color != grey {
      #expect(frame.color == expected(content, frame.time, rig))
    }
    #expect(try rig.color() != grey)
  }

  @Test func afterAClockChangeTheDueItemIsShown() throws {
    let content = Self.playlist()
    let rig = try rig(content)
    try rig.plug()
    rig.clock.set(PlayerRig.start.advanced(by: 7_205_500_000_000))
    rig.advance(milliseconds: 50)
    #expect(try rig.color() == expected(content, rig.clock.now, rig))
    rig.clock.set(PlayerRig.start.advanced(by: -86_398_300_000_000))
    rig.advance(milliseconds: 50)
    _ = rig.takeFrames()
    rig.advance(milliseconds: 10_000)
    for frame in rig.takeFrames() { #expect(frame.color == expected(content, frame.time, rig)) }
  }

  @Test func aCrossfadeMixesBothAndEndsWithTheNew() throws {
    let content = Self.playlist(2, transition: TransitionDescription(.crossfade, milliseconds: 600, curve: .linear))
    let rig = try rig(content, files: 2)
    rig.media.put("/m/2.png", 30_100)
    try rig.plug()
    // To the next even second.
    let rest = 2_000_000_000 - rig.clock.now.nanoseconds % 2_000_000_000
    rig.advance(nanoseconds: UInt64(rest))
    let (old, new) = (expected(content, rig.clock.now.advanced(by: -1), rig), expected(content, rig.clock.now, rig))
    rig.advance(milliseconds: 300)
    let middle = try #require(try rig.color())
    let (from, to) = (try #require(old), try #require(new))
    #expect(abs(Int(from.green) - Int(to.green)) > 100)
    #expect(abs(Int(middle.green) - (Int(from.green) + Int(to.green)) / 2) <= 8)
    #expect(abs(Int(middle.red) - (Int(from.red) + Int(to.red)) / 2) <= 3)
    rig.advance(milliseconds: 400)
    #expect(try rig.color() == new)
    let flips = rig.counters.flips
    rig.advance(milliseconds: 500)
    #expect(rig.counters.flips == flips)
  }
}
