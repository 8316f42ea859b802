import DisplayTypes
import SimulatedBackend
import Testing

@testable import Presentation

@Suite("SimulatedBackend: modesets")
struct SimulatedModesetTests {
  static let red = Color(red: 255, green: 0, blue: 0)
  static let blue = Color(red: 0, green: 0, blue: 255)

  @Test("a modeset shows its frame, reports its times and counts one, and no report comes from within commit")
  func modeset() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1")
    _ = rig.takeEvents()
    #expect(try rig.color("HDMI-A-1") == nil)
    let token = try rig.configure("HDMI-A-1", rig.mode("1920x1080@60"), color: Self.red, capture: .pixels)
    #expect(rig.events.isEmpty)
    rig.advance(milliseconds: 0)
    let endings = rig.takeEndings()
    #expect(endings.count == 1)
    let (_, ended, result) = try #require(endings.first)
    #expect(ended == token)
    let outcome = try result.get()
    #expect(outcome.wasModeset)
    #expect(outcome.capabilities == OutputCapabilities(hasVBlank: true, updatesInPlace: false))
    #expect(outcome.captured?.pixels?.rgb.prefix(3) == [255, 0, 0])
    #expect(try rig.color("HDMI-A-1") == Self.red)
    #expect(try rig.backend.photograph("HDMI-A-1")?.hash == outcome.captured?.hash)
    let counters = try rig.status("HDMI-A-1").counters
    #expect(counters.modesets == 1)
    #expect(counters.bytesCopied == 1920 * 1080 * 4)
  }

  @Test("a modeset of 300 ms keeps the old picture until its end, and stops no other screen's flips")
  func slowModeset() throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1", "1280x720@60", color: Self.red)
    try rig.light("HDMI-A-2", "1280x720@60")
    try rig.perform(.modesetTime("HDMI-A-1", nanoseconds: 300 * SimulatedRig.millisecond))
    try rig.configure("HDMI-A-1", rig.mode("1024x768@60"), color: Self.blue)
    try rig.flip("HDMI-A-2", to: 1, color: Self.red)
    rig.advance(milliseconds: 17)
    #expect(rig.takeFlips().count == 1)
    rig.advance(milliseconds: 282)
    #expect(try rig.color("HDMI-A-1") == Self.red)
    #expect(rig.takeEvents().isEmpty)
    #expect(throws: DisplayError.self) { try rig.flip("HDMI-A-1", to: 1, color: .white) }
    rig.advance(milliseconds: 1)
    let outcome = try #require(try rig.takeEndings().first?.2.get())
    #expect(outcome.ended.nanoseconds(since: outcome.started) == 300 * SimulatedRig.millisecond)
    #expect(try rig.color("HDMI-A-1") == Self.blue)
    #expect(try rig.status("HDMI-A-1").mode?.size == PixelSize(width: 1024, height: 768))
  }

  @Test("commits on one connector end in their order, each once")
  func order() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1")
    try rig.perform(.modesetTime("HDMI-A-1", nanoseconds: 100 * SimulatedRig.millisecond))
    _ = rig.takeEvents()
    var tokens = [try rig.configure("HDMI-A-1", rig.mode("1920x1080@60"))]
    tokens.append(try rig.configure("HDMI-A-1", rig.mode("1280x720@60"), testOnly: true))
    tokens.append(try rig.configure("HDMI-A-1", rig.mode("1280x720@60")))
    rig.advance(milliseconds: 1000)
    #expect(rig.takeEndings().map(\.1) == tokens)
    #expect(try rig.status("HDMI-A-1").mode?.size == PixelSize(width: 1280, height: 720))
    #expect(try rig.status("HDMI-A-1").counters.modesets == 2)
  }

  @Test("a test answers and changes nothing")
  func test() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1")
    _ = rig.takeEvents()
    try rig.configure("HDMI-A-1", rig.mode("1280x720@60"), testOnly: true)
    rig.advance(milliseconds: 0)
    #expect(try rig.takeEndings().map { try $0.2.get().wasModeset } == [false])
    let status = try rig.status("HDMI-A-1")
    #expect(status.mode == nil)
    #expect(status.counters.tests == 1)
    #expect(status.counters.modesets == 0)
  }

  @Test("turning off is dark, and gives the CRTC back")
  func turnOff() throws {
    let rig = try SimulatedRig(setup: SimulatedSetup(crtcCount: 1))
    try rig.light("HDMI-A-1", color: Self.red)
    try rig.plug("DP-1")
    _ = rig.takeEvents()
    try rig.configure("DP-1", rig.mode("1920x1080@60"))
    rig.advance(milliseconds: 0)
    let refused = try #require(rig.takeEndings().first)
    #expect(throws: DisplayError.self) { try refused.2.get() }
    if case .failure(let error) = refused.2 { #expect(error.code == .noPipeline) }
    let token = rig.token()
    try rig.backend.commit(
      ScreenCommit(screen: rig.status("HDMI-A-1").screen, token: token, action: .turnOff), testOnly: false)
    rig.advance(milliseconds: 0)
    #expect(rig.takeEndings().map(\.1) == [token])
    #expect(try rig.color("HDMI-A-1") == nil)
    try rig.configure("DP-1", rig.mode("1920x1080@60"), color: Self.blue)
    rig.advance(milliseconds: 0)
    #expect(try rig.color("DP-1") == Self.blue)
  }

  @Test("a mode that cannot be, an empty connector and a frame of another size are refused", arguments: [false, true])
  func refused(testOnly: Bool) throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1")
    _ = rig.takeEvents()
    var absurd = try rig.mode("1920x1080@60")
    absurd.clockKilohertz = 0
    try rig.configure("HDMI-A-1", absurd, testOnly: testOnly)
    try rig.configure("DP-1", rig.mode("1920x1080@60"), testOnly: testOnly)
    rig.advance(milliseconds: 0)
    let codes = rig.takeEndings().map { ending -> DisplayError.Code? in
      if case .failure(let error) = ending.2 { error.code } else { nil }
    }
    #expect(codes == [.refused, .gone])
    let mode = try rig.mode("1280x720@60")
    let commit = ScreenCommit(
      screen: try rig.status("HDMI-A-1").screen, token: rig.token(), action: .configure(mode, bufferCount: 2),
      frame: SimulatedRig.frame(.black, size: PixelSize(width: 1, height: 1)))
    try rig.backend.commit(commit, testOnly: false)
    rig.advance(milliseconds: 0)
    #expect(rig.takeEndings().map { (try? $0.2.get()) == nil } == [true])
    #expect(try rig.status("HDMI-A-1").mode == nil)
  }

  @Test("an unknown screen is an error at once")
  func unknown() throws {
    let rig = try SimulatedRig()
    for testOnly in [true, false] {
      #expect(throws: DisplayError.self) {
        try rig.backend.commit(
          ScreenCommit(screen: ScreenID(rawValue: 99), token: rig.token(), action: .turnOff), testOnly: testOnly)
      }
    }
  }

  @Test("a mode of a real EDID that is not plugged, but plausible, is taken")
  func unlisted() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1", "1280x720@60")
    try rig.configure("HDMI-A-1", rig.mode("1920x1200@60"))
    rig.advance(milliseconds: 0)
    #expect(try rig.status("HDMI-A-1").mode?.size == PixelSize(width: 1920, height: 1200))
  }

  @Test("an unplug during a modeset makes it fail, and the screen stays dark")
  func unplugDuringModeset() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1")
    try rig.perform(.modesetTime("*", nanoseconds: 300 * SimulatedRig.millisecond))
    _ = rig.takeEvents()
    try rig.configure("HDMI-A-1", rig.mode("1920x1080@60"))
    rig.advance(milliseconds: 100)
    try rig.perform(.unplug("HDMI-A-1"))
    rig.advance(milliseconds: 200)
    let endings = rig.takeEndings()
    #expect(endings.count == 1)
    if case .failure(let error) = try #require(endings.first).2 { #expect(error.code == .gone) }
    #expect(try rig.status("HDMI-A-1").mode == nil)
    #expect(try rig.status("HDMI-A-1").counters.modesets == 0)
  }
}
