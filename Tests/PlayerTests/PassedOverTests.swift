import DisplayTypes
import Rasterizing
import Scenes
import SimulatedBackend
import Testing

@testable import ContentModel

/// An item that takes longer than its turn does not delay the next one.
@MainActor
struct PassedOverTests {
  private nonisolated static let blue = Color(red: 0x10, green: 0x20, blue: 0x30)
  private nonisolated static let green = Color(red: 0x10, green: 0x90, blue: 0x30)
  private nonisolated static let slow = ContentDescription.banner(BannerDescription(text: "slow", background: blue))
  private nonisolated static let message =
    "banner: it was not ready at the end of its turn, and is skipped: the box is too busy, or its worker does not answer; the daemon tries again"

  private static func rig(
    _ items: [ContentDescription], seconds: Int, taking delay: UInt64, movesClock: Bool = false
  ) throws -> PlayerRig {
    let rig = try PlayerRig(
      .playlist(PlaylistDescription(items: items.map { PlaylistItem(content: $0) }, itemMilliseconds: seconds * 1_000)),
      movesClock: movesClock)
    rig.texts.error = nil
    rig.texts.delays = ["slow": delay * 1_000_000_000]
    return rig
  }

  /// An item that is ready comes at its own time while the text is not drawn, also with a clock that runs during the reading.
  @Test(arguments: [false, true])
  func byAnItemThatIsReady(_ movesClock: Bool) throws {
    let rig = try Self.rig(
      [.color(Self.green), Self.slow, .color(.white)], seconds: 10, taking: 3_600, movesClock: movesClock)
    try rig.plug()
    rig.advance(milliseconds: 120_000)
    var shown: [PlayerRig.Frame] = []
    for frame in rig.takeFrames() where frame.color != .black && frame.color != shown.last?.color {
      shown.append(frame)
    }
    // Green at once, white from 20 to 30 s, green again, and so on.
    #expect(shown.map(\.color) == (0..<9).map { $0 % 2 == 0 ? Self.green : .white })
    for (index, frame) in shown.enumerated().dropFirst() {
      let due = PlayerRig.start.advanced(
        by: Int64(index % 2 == 1 ? 20 + index / 2 * 30 : index / 2 * 30) * 1_000_000_000)
      #expect((0..<50_000_000).contains(frame.time.nanoseconds(since: due)), "\(index)")
    }
    #expect(rig.takeMessages() == [Self.message])
    rig.texts.delays = [:]
    rig.advance(milliseconds: 60_000)
    #expect(rig.takeFrames().map(\.color).contains(Self.blue))
  }

  /// Before anything was shown, too.
  @Test(arguments: [false, true])
  func asTheFirst(_ movesClock: Bool) throws {
    let rig = try Self.rig([Self.slow, .color(Self.green)], seconds: 10, taking: 3_600, movesClock: movesClock)
    try rig.plug()
    #expect(try rig.color() == .black)
    let firings = rig.backend.simulatedClock.firings
    rig.advance(milliseconds: 10_100)
    #expect(rig.backend.simulatedClock.firings - firings < 50)
    #expect(try rig.color() == Self.green)
    #expect(rig.takeMessages() == [Self.message])
  }

  /// Turns that are shorter than the time limit of a text: the items between them are not missed each time.
  @Test func asTheLongerOne() throws {
    let rig = try PlayerRig(
      .playlist(
        PlaylistDescription(
          items: [
            PlaylistItem(content: Self.slow, milliseconds: 4_000),
            PlaylistItem(content: .color(Self.green), milliseconds: 1_000),
          ]))
    )
    rig.texts.error = nil
    rig.texts.delays = ["slow": 3_600_000_000_000]
    rig.advance(milliseconds: 1_500)
    try rig.plug()
    rig.advance(milliseconds: 10_000)
    #expect(try rig.color() == Self.green)
  }

  /// The power goes off at its time.
  @Test func byDarkness() throws {
    func time(_ minutes: Int) -> TimeOfDay { TimeOfDay(seconds: (12 * 60 + minutes) * 60) ?? .midnight }
    let rig = try PlayerRig(
      .schedule(
        ScheduleDescription(
          zone: "UTC",
          entries: [
            ScheduleEntry(action: .show(Self.slow), from: time(1), to: time(2)),
            ScheduleEntry(action: .powerOff, from: time(2), to: time(3)),
          ], fallback: .color(Self.green))))
    rig.texts.error = nil
    rig.texts.delays = ["slow": 3_600_000_000_000]
    try rig.plug()
    rig.advance(milliseconds: 119_000)
    #expect(try rig.color() == Self.green)
    rig.advance(milliseconds: 1_500)
    #expect(try rig.color() == nil)
    rig.advance(milliseconds: 61_000)
    #expect(try rig.color() == Self.green)
  }

  /// A picture goes at the end of its hours, also if no other item can be played.
  @Test func notByAnItemAfterItsHours() throws {
    let hours = PlaylistItem(
      content: .color(Self.green), from: TimeOfDay(seconds: 12 * 3600) ?? .midnight,
      to: TimeOfDay(seconds: 12 * 3600 + 120) ?? .midnight)
    let broken = ContentDescription.banner(BannerDescription(text: "broken", background: Self.blue))
    let rig = try PlayerRig(
      .playlist(PlaylistDescription(items: [hours, PlaylistItem(content: broken)], itemMilliseconds: 10_000)))
    try rig.plug()
    rig.advance(milliseconds: 119_000)
    #expect(try rig.color() == Self.green)
    rig.advance(milliseconds: 1_500)
    #expect(try rig.color() == .black)
  }

  /// An item that needs the same program is no reason, because it would not be ready earlier.
  @Test func notByAnotherText() throws {
    let other = ContentDescription.banner(BannerDescription(text: "other", background: Self.green))
    let rig = try Self.rig([.color(.white), Self.slow, other], seconds: 600, taking: 1_190)
    try rig.plug()
    let asked = rig.texts.asked
    rig.advance(milliseconds: 1_150_000)
    #expect(rig.texts.asked == asked)
    #expect(rig.takeMessages() == [])
  }

  /// A busy moment is no reason either.
  @Test func notAtOnce() throws {
    let rig = try Self.rig([.color(Self.green), Self.slow], seconds: 1, taking: 3)
    try rig.plug()
    rig.advance(milliseconds: 60_000)
    #expect(rig.takeMessages() == [])
  }
}
