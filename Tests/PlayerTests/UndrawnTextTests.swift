import Content
import DisplayTypes
import Rasterizing
import Scenes
import SimulatedBackend
import Testing

@testable import ContentModel

/// Texts that cannot be drawn now are reported, and drawn as soon as possible on every screen.
@MainActor
struct UndrawnTextTests {
  private nonisolated static let blue = Color(red: 0x10, green: 0x20, blue: 0x30)
  private nonisolated static let green = Color(red: 0x10, green: 0x90, blue: 0x30)
  private nonisolated static let banner = ContentDescription.banner(BannerDescription(text: "name", background: blue))
  private nonisolated static let slow = RasterError.timedOut(seconds: 15)

  private nonisolated static func layout(_ content: ContentDescription) -> ContentDescription {
    .layout(
      LayoutDescription(regions: [
        LayoutRegion(x: 0, y: 0, width: 0.5, height: 1, content: .color(green)),
        LayoutRegion(x: 0.5, y: 0, width: 0.5, height: 1, content: content),
      ]))
  }

  /// A region, and one of that, as on a set-up card in a region.
  @Test(arguments: [layout(banner), layout(layout(banner))])
  func inARegion(_ content: ContentDescription) throws {
    let rig = try PlayerRig(content)
    rig.texts.error = Self.slow
    try rig.plug()
    #expect(try rig.color(at: 0.25) == Self.green)
    #expect(try rig.color(at: 0.9) == .black)
    #expect(rig.takeMessages() == ["\(Self.slow); the daemon tries again"])
    let scene = try rig.system.find("HDMI-A-1").sessionOfContent?.scene
    #expect((scene?.delegate as? any ContentReporting)?.report?.troubles == ["\(Self.slow)"])
    rig.texts.error = nil
    let asked = rig.texts.asked
    rig.advance(milliseconds: 5_000)
    #expect(try rig.color(at: 0.9) == Self.blue)
    #expect(rig.texts.asked == asked + 1)
    #expect(rig.takeMessages() == [])
    #expect((scene?.delegate as? any ContentReporting)?.report?.troubles == [])
    // Nobody is woken for it any more.
    let firings = rig.backend.simulatedClock.firings
    rig.advance(milliseconds: 600_000)
    #expect(rig.backend.simulatedClock.firings == firings)
  }

  /// It failed before there was a mode and a scene for the report.
  @Test func whileTheModeIsSet() throws {
    let rig = try PlayerRig(Self.layout(Self.banner))
    rig.texts.error = Self.slow
    try rig.perform(.modesetTime("*", nanoseconds: 300_000_000))
    try rig.plug()
    rig.advance(milliseconds: 500)
    #expect(rig.takeMessages() == ["\(Self.slow); the daemon tries again"])
  }

  /// A drawing that takes longer than the pause before the other's retry is not restarted by that retry, nor by another request.
  @Test func whileAnotherRegionTakesLong() throws {
    let late = ContentDescription.banner(BannerDescription(text: "late", background: Self.green))
    let rig = try PlayerRig(.color(.white))
    rig.texts.error = Self.slow
    rig.texts.delays = ["late": 12_000_000_000]
    try rig.plug()
    let both = ContentDescription.layout(
      LayoutDescription(regions: [
        LayoutRegion(x: 0, y: 0, width: 0.5, height: 1, content: Self.banner),
        LayoutRegion(x: 0.5, y: 0, width: 0.5, height: 1, content: late),
      ]))
    try rig.system.find("HDMI-A-1").show(both) { _ in }
    rig.advance(milliseconds: 1_000)
    try #require(rig.system.find("HDMI-A-1").sessionOfContent?.scene).setNeedsLayout()
    rig.advance(milliseconds: 11_500)
    #expect(try rig.color(at: 0.9) == Self.green)
    #expect(try rig.color(at: 0.25) == .black)
    #expect(rig.texts.asked == 2)
    rig.texts.error = nil
    rig.advance(milliseconds: 5_000)
    #expect(try rig.color(at: 0.25) == Self.blue)
    #expect(rig.takeMessages() == ["\(Self.slow); the daemon tries again"])
  }

  /// The caller's answer and the journal mention the retry.
  @Test(arguments: [slow, .noFonts])
  func onAWholeScreen(_ error: RasterError) throws {
    let rig = try PlayerRig(.color(Self.green))
    try rig.plug()
    rig.texts.error = error
    let message = "\(error); the daemon tries again"
    guard case .failed(.content(message)) = try rig.show(Self.banner) else {
      Issue.record("it was answered otherwise")
      return
    }
    #expect(rig.takeMessages() == [message])
    rig.texts.error = nil
    rig.advance(milliseconds: 310_000)
    #expect(try rig.color(at: 0.9) == Self.blue)
  }

  /// Only an installation repairs it.
  @Test func asLongAsSomethingIsMissing() throws {
    let rig = try PlayerRig(Self.layout(Self.banner))
    try rig.plug()
    let asked = rig.texts.asked
    rig.advance(milliseconds: 299_000)
    #expect(rig.texts.asked == asked)
    rig.texts.error = nil
    rig.advance(milliseconds: 2_000)
    #expect(try rig.color(at: 0.9) == Self.blue)
  }

  /// After a long time without an error, it is reported again.
  @Test func afterALaterFailure() throws {
    let rig = try PlayerRig(
      .playlist(
        PlaylistDescription(
          items: [PlaylistItem(content: .color(Self.green)), PlaylistItem(content: Self.layout(Self.banner))],
          itemMilliseconds: 3_600_000)))
    rig.texts.error = Self.slow
    try rig.plug()
    rig.advance(milliseconds: 3 * 3_600_000)
    #expect(rig.takeMessages().count == 1)
    rig.texts.error = nil
    rig.advance(milliseconds: 2 * 3_600_000)
    #expect(rig.takeMessages() == [])
    rig.texts.error = Self.slow
    rig.advance(milliseconds: 2 * 3_600_000)
    #expect(rig.takeMessages().count == 1)
  }

  /// At increasing intervals, and with one report.
  @Test func asLongAsItFails() throws {
    let rig = try PlayerRig(Self.layout(Self.banner))
    rig.texts.error = Self.slow
    try rig.plug()
    rig.advance(milliseconds: 3_600_000)
    #expect(rig.takeMessages().count == 1)
    #expect((10...20).contains(rig.texts.asked))
    rig.texts.error = nil
    rig.advance(milliseconds: 300_000)
    #expect(try rig.color(at: 0.9) == Self.blue)
  }

  /// The picture before it stays until then.
  @Test func whereItIsItsTurn() throws {
    let rig = try PlayerRig(
      .playlist(
        PlaylistDescription(
          items: [PlaylistItem(content: .color(Self.green)), PlaylistItem(content: Self.banner)],
          itemMilliseconds: 60_000)))
    rig.texts.error = Self.slow
    try rig.plug()
    for _ in 0..<65 {
      #expect(try rig.color() == Self.green)
      rig.advance(milliseconds: 1_000)
    }
    rig.texts.error = nil
    rig.advance(milliseconds: 15_000)
    #expect(try rig.color() == Self.blue)
  }

  /// A text above a limit must be changed by the user, so it is reported and not retried.
  @Test func ifItCanNeverBeDrawn() throws {
    let rig = try PlayerRig(Self.layout(Self.banner))
    rig.texts.error = .textTooLong(bytes: 70_000)
    try rig.plug()
    let asked = rig.texts.asked
    rig.advance(milliseconds: 3_600_000)
    #expect(rig.texts.asked == asked)
    #expect(
      rig.takeMessages() == ["\(RasterError.textTooLong(bytes: 70_000)); it is not shown until that is fixed"])
  }

  /// The same at its turn, each time.
  @Test func ifItCanNeverBeDrawnAtItsTurn() throws {
    let rig = try PlayerRig(
      .playlist(
        PlaylistDescription(
          items: [
            PlaylistItem(content: .color(Self.green)), PlaylistItem(content: .color(.white)),
            PlaylistItem(content: Self.banner),
          ],
          itemMilliseconds: 600_000)))
    rig.texts.error = .textTooLong(bytes: 70_000)
    try rig.plug()
    rig.advance(milliseconds: 4 * 3_600_000)
    #expect(rig.texts.asked > 3)
    #expect(rig.takeMessages().count == 1)
  }

  /// Texts that a daemon leaves undrawn at its end are not reported.
  @Test func whenTheDaemonEnds() throws {
    let rig = try PlayerRig(Self.layout(Self.banner))
    rig.texts.error = .stopped
    try rig.plug()
    #expect(rig.takeMessages() == [])
  }
}
