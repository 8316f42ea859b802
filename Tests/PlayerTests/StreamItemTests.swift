import Composition
import DisplayTypes
import Presentation
import Rasterizing
import Scenes
import SimulatedBackend
import Testing

@testable import Content
@testable import ContentModel

/// The streams of contents: their turns, dark screens, drafts and alarms.
@MainActor
struct StreamItemTests {
  private static let blue = Color(red: 0x10, green: 0x20, blue: 0x90)
  private let played = RecordedStreams()

  private static func stream(fallback: String? = nil) -> ContentDescription {
    .stream(
      StreamDescription(
        address: StreamAddress("rtsp://user:s3cret@camera/1"), background: blue, fallback: fallback))
  }

  private func rig(_ content: ContentDescription) throws -> PlayerRig {
    let rig = try PlayerRig(content, streams: played)
    rig.media.put("/m/1.png", 1)
    return rig
  }

  @Test func aStreamConnectsBeforeItsTurnAndWaitsForALitScreenTenSeconds() throws {
    let items = [ContentDescription.color(.white), Self.stream()].map { PlaylistItem(content: $0) }
    let rig = try rig(
      .playlist(PlaylistDescription(items: items, itemMilliseconds: 60_000, start: PlayerRig.start)))
    try rig.plug()
    rig.advance(milliseconds: 49_000)
    #expect(played.count == 0)
    rig.advance(milliseconds: 2_000)
    let stream = try #require(played.running.first)
    #expect(stream.request.isAwaited)
    #expect(stream.request.order.background == Self.blue)
    played.answer(stream)
    rig.advance(milliseconds: 17_000)
    #expect(!stream.hasEndedWait)
    rig.advance(milliseconds: 3_000)
    #expect(stream.hasEndedWait)
    #expect(try rig.color() == Self.blue)
  }

  @Test func aBlackScreenReceivesNoStreamAhead() throws {
    let items = [ContentDescription.color(.white), Self.stream()].map { PlaylistItem(content: $0) }
    let rig = try rig(
      .playlist(PlaylistDescription(items: items, itemMilliseconds: 60_000, start: PlayerRig.start)))
    try rig.plug()
    try rig.system.find("HDMI-A-1").setBlank(true) { _ in }
    rig.advance(milliseconds: 55_000)
    let stream = try #require(played.running.first)
    #expect(!stream.request.isAwaited)
    played.answer(stream)
    try rig.system.find("HDMI-A-1").setBlank(false) { _ in }
    rig.advance(milliseconds: 116_000)
    #expect(played.running.last?.request.isAwaited == true)
  }

  @Test func aDraftOfALaterTimeIsDrawnAtOnceWithoutTheStream() throws {
    let rig = try rig(.color(.white))
    try rig.plug()
    let geometry = try #require(rig.system.screens.first?.geometry)
    for (content, layers) in [(Self.stream(), 0), (Self.stream(fallback: "/m/1.png"), 1)] {
      var tree: LayerTree?
      let draft = DraftDrawing(content, rig.resources)
      draft.draw(at: PlayerRig.start.advanced(by: 3_600_000_000_000), on: geometry, trustsClock: true) { tree = $0 }
      rig.advance(milliseconds: 100)
      #expect(tree?.background == Self.blue)
      #expect(tree?.layers.count == layers)
    }
    #expect(played.count == 0)
  }

  @Test func aDraftOfALaterVideoDoesNotWaitForItsTurn() throws {
    let videos = RecordedVideos()
    let rig = try PlayerRig(.color(.white), videos: { _, _ in videos })
    rig.media.put("/m/1.mp4", 1)
    try rig.plug()
    let geometry = try #require(rig.system.screens.first?.geometry)
    var tree: LayerTree?
    let draft = DraftDrawing(.video(VideoDescription(file: "/m/1.mp4")), rig.resources)
    draft.draw(at: PlayerRig.start.advanced(by: 3_600_000_000_000), on: geometry, trustsClock: true) { tree = $0 }
    rig.advance(milliseconds: 100)
    let clip = try #require(videos.running.first)
    videos.makeReady(clip)
    #expect(tree?.layers.count == 1)
  }

  @Test func anAlarmWithAStreamShowsItsNameUntilTheStreamAnswers() throws {
    let rig = try rig(.color(.white))
    try rig.plug()
    try rig.system.alarms.raise(
      AlarmRecord(name: "fire", content: Self.stream()),
      makeDelegate: AlarmContent.delegates(named: "fire", rig.resources)
    ) { _ in }
    rig.advance(milliseconds: 300)
    #expect(try rig.color() == AlarmContent.red)
    rig.advance(milliseconds: 3_000)
    for stream in played.running { played.answer(stream) }
    rig.advance(milliseconds: 200)
    #expect(try rig.color() == Self.blue)
    #expect(!rig.texts.texts.contains { $0.contains("s3cret") || $0.contains("camera") })
  }
}
