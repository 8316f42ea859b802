import Composition
import DisplayTypes
import SimulatedBackend
import Testing

@testable import Presentation

@Suite("SimulatedBackend: faults")
struct FaultTests {
  static let red = Color(red: 255, green: 0, blue: 0)
  static let green = Color(red: 0, green: 255, blue: 0)

  /// The error of the only commit that has ended.
  static func error(_ rig: SimulatedRig) throws -> DisplayError? {
    rig.advance(milliseconds: 0)
    let endings = rig.takeEndings()
    try #require(endings.count == 1)
    if case .failure(let error) = endings[0].2 { return error }
    return nil
  }

  @Test("the next so many flips fail as asked, and then they work", arguments: SimulatedFailure.allCases)
  func flips(failure: SimulatedFailure) throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1")
    try rig.perform(.fault("HDMI-A-1", .refuse(.flip, failure, count: 2)))
    for _ in 0..<2 {
      let error = #expect(throws: DisplayError.self) { try rig.flip("HDMI-A-1", to: 1, color: Self.red) }
      #expect(error?.errno == failure.errno)
      #expect(error?.code == failure.code)
      #expect(error?.operation.contains("HDMI-A-1") == true)
      rig.advance(milliseconds: 17)
      #expect(try rig.color("HDMI-A-1") == .black)
    }
    try rig.flip("HDMI-A-1", to: 1, color: Self.red)
    rig.advance(milliseconds: 17)
    #expect(try rig.color("HDMI-A-1") == Self.red)
    #expect(try rig.status("HDMI-A-1").counters.refusals == 2)
  }

  @Test("a refused frame is composed nevertheless, so that the next needs only its own damage")
  func composedThoughRefused() throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1", "640x480@60", color: Self.red)
    let square = PixelRect(x: 0, y: 0, width: 10, height: 10)
    try rig.perform(.fault("HDMI-A-1", .refuse(.flip, .busy, count: 1)))
    #expect(throws: DisplayError.self) {
      try rig.flip(
        "HDMI-A-1", to: 1, color: Self.red, square: (square, Self.green), damage: .init(square),
        bufferDamage: .init(PixelRect(x: 0, y: 0, width: 640, height: 480)))
    }
    try rig.flip(
      "HDMI-A-1", to: 1, color: Self.red, square: (square, Self.green), damage: .init(),
      bufferDamage: .init(PixelRect(x: 0, y: 0, width: 640, height: 480)))
    rig.advance(milliseconds: 17)
    #expect(try rig.color("HDMI-A-1", x: 3, y: 3) == Self.green)
    #expect(try rig.color("HDMI-A-1", x: 30, y: 30) == Self.red)
  }

  @Test("tests, modesets and turning off fail by request, and the earlier picture stays")
  func commits() throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1", "1280x720@60", color: Self.red)
    try rig.perform(.fault("*", .refuse(.test, .invalid, count: 1)))
    try rig.perform(.fault("*", .refuse(.modeset, .noSpace, count: 1)))
    try rig.perform(.fault("*", .refuse(.turnOff, .busy, count: 1)))
    let mode = try rig.mode("1024x768@60")
    try rig.configure("HDMI-A-1", mode, testOnly: true)
    #expect(try Self.error(rig)?.errno == 22)
    try rig.configure("HDMI-A-1", mode, color: Self.green)
    #expect(try Self.error(rig)?.errno == 28)
    #expect(try rig.color("HDMI-A-1") == Self.red)
    #expect(try rig.status("HDMI-A-1").mode?.size == PixelSize(width: 1280, height: 720))
    let off = ScreenCommit(screen: try rig.status("HDMI-A-1").screen, token: rig.token(), action: .turnOff)
    try rig.backend.commit(off, testOnly: false)
    #expect(try Self.error(rig)?.isRetryable == true)
    #expect(try rig.color("HDMI-A-1") == Self.red)
    // Each counted off: now they work.
    try rig.configure("HDMI-A-1", mode, testOnly: true)
    #expect(try Self.error(rig) == nil)
    try rig.configure("HDMI-A-1", mode, color: Self.green)
    #expect(try Self.error(rig) == nil)
    #expect(try rig.color("HDMI-A-1") == Self.green)
  }

  @Test("updates in place fail as asked")
  func updates() throws {
    let rig = try SimulatedRig()
    try rig.perform(.updatesInPlace("*", true))
    try rig.light("HDMI-A-1", color: Self.red)
    try rig.perform(.fault("HDMI-A-1", .refuse(.update, .busy, count: 1)))
    #expect(throws: DisplayError.self) { try rig.flip("HDMI-A-1", to: 0, color: Self.green, inPlace: true) }
    #expect(try rig.color("HDMI-A-1") == Self.red)
    try rig.flip("HDMI-A-1", to: 0, color: Self.green, inPlace: true)
    #expect(try rig.color("HDMI-A-1") == Self.green)
  }

  @Test("a mode is refused by name or by size, with its test or behind it", arguments: ["1920x1080@60", "1920x1080"])
  func mode(name: String) throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1")
    _ = rig.takeEvents()
    let (bad, good) = (try rig.mode("1920x1080@60"), try rig.mode("1280x720@60"))
    try rig.perform(.fault("HDMI-A-1", .refuseMode(name, .noSpace, passesTest: true)))
    for _ in 0..<2 {
      try rig.configure("HDMI-A-1", bad, testOnly: true)
      #expect(try Self.error(rig) == nil)
      try rig.configure("HDMI-A-1", bad)
      #expect(try Self.error(rig)?.errno == 28)
    }
    try rig.configure("HDMI-A-1", good)
    #expect(try Self.error(rig) == nil)
    try rig.perform(.clearFaults("HDMI-A-1"))
    try rig.perform(.fault("HDMI-A-1", .refuseMode(name, .invalid, passesTest: false)))
    try rig.configure("HDMI-A-1", bad, testOnly: true)
    #expect(try Self.error(rig)?.errno == 22)
    try rig.perform(.clearFaults("*"))
    try rig.configure("HDMI-A-1", bad)
    #expect(try Self.error(rig) == nil)
  }

  @Test("a picture that is larger than any display's is refused for want of memory")
  func hugeMode() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1", "16384x16384@60")
    _ = rig.takeEvents()
    try rig.configure("HDMI-A-1", rig.mode("16384x16384@60"), testOnly: true)
    #expect(try Self.error(rig)?.code == .outOfMemory)
    try rig.configure("HDMI-A-1", rig.mode("1920x1080@60"), testOnly: true)
    #expect(try Self.error(rig) == nil)
  }

  @Test("a flip that never ends blocks the next until a modeset")
  func lostFlip() throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1", "1280x720@60")
    try rig.perform(.fault("HDMI-A-1", .loseFlips(count: 1)))
    try rig.flip("HDMI-A-1", to: 1, color: Self.red)
    rig.advance(milliseconds: 5000)
    #expect(rig.takeFlips().isEmpty)
    #expect(try rig.color("HDMI-A-1") == .black)
    #expect(throws: DisplayError.self) { try rig.flip("HDMI-A-1", to: 1, color: Self.red) }
    try rig.configure("HDMI-A-1", rig.mode("1280x720@60"))
    rig.advance(milliseconds: 0)
    _ = rig.takeEvents()
    try rig.flip("HDMI-A-1", to: 1, color: Self.red)
    rig.advance(milliseconds: 17)
    #expect(rig.takeFlips().count == 1)
  }

  @Test("a bad link is a change and a dark monitor, and a modeset repairs it")
  func badLink() throws {
    let rig = try SimulatedRig()
    try rig.light("DP-1", color: Self.red)
    try rig.perform(.linkBad("DP-1", highestClockKilohertz: nil))
    #expect(rig.takeChanges() == ["~DP-1"])
    #expect(rig.screens["DP-1"]?.isLinkBad == true)
    #expect(try rig.color("DP-1") == nil)
    try rig.configure("DP-1", rig.mode("1920x1080@60"), color: Self.green)
    rig.advance(milliseconds: 1000)
    #expect(rig.takeChanges() == ["~DP-1"])
    #expect(rig.screens["DP-1"]?.isLinkBad == false)
    #expect(try rig.color("DP-1") == Self.green)
  }

  @Test("a link that carries less fails again, until a mode fits")
  func weakLink() throws {
    let rig = try SimulatedRig()
    try rig.light("DP-1", color: Self.red)
    try rig.perform(.linkBad("DP-1", highestClockKilohertz: 100_000))
    _ = rig.takeEvents()
    try rig.configure("DP-1", rig.mode("1920x1080@60"))
    rig.advance(milliseconds: 99)
    #expect(rig.takeChanges() == ["~DP-1"])
    #expect(rig.screens["DP-1"]?.isLinkBad == false)
    rig.advance(milliseconds: 1)
    #expect(rig.takeChanges() == ["~DP-1"])
    #expect(rig.screens["DP-1"]?.isLinkBad == true)
    try rig.configure("DP-1", rig.mode("1280x720@60"))
    rig.advance(milliseconds: 1000)
    #expect(rig.takeChanges() == ["~DP-1"])
    #expect(rig.screens["DP-1"]?.isLinkBad == false)
  }

  @Test("a lost device: unfinished commits fail, screens go, and they return under new identifiers")
  func lostDevice() throws {
    let rig = try SimulatedRig()
    try rig.light("HDMI-A-1")
    try rig.perform(.modesetTime("*", nanoseconds: 300 * SimulatedRig.millisecond))
    try rig.plug("DP-1")
    let old = try rig.status("HDMI-A-1").screen
    let token = try rig.configure("DP-1", rig.mode("1920x1080@60"))
    try rig.flip("HDMI-A-1", to: 1, color: Self.red)
    _ = rig.takeEvents()
    try rig.perform(.loseDevice)
    let events = rig.takeEvents()
    try #require(events.count == 3)
    if case .finished(_, token, .failure(let error)) = events[0] { #expect(error.isDeviceLost) } else { Issue.record() }
    if case .screens(let changes) = events[1] { #expect(changes.count == 2) } else { Issue.record() }
    if case .notice(let notice) = events[2] { #expect(notice == .lost(device: "simulated")) } else { Issue.record() }
    #expect(rig.backend.status.isDeviceLost)
    #expect(rig.backend.perform(.loseDevice) == .failure(.deviceLost))
    let error = #expect(throws: DisplayError.self) { try rig.configure("HDMI-A-1", rig.mode("1920x1080@60")) }
    #expect(error?.isDeviceLost == true)
    rig.advance(milliseconds: 5000)
    #expect(rig.takeEvents().isEmpty)
    try rig.perform(.returnDevice)
    #expect(rig.takeChanges() == ["+HDMI-A-1", "+DP-1"])
    #expect(try rig.status("HDMI-A-1").screen != old)
    #expect(throws: DisplayError.self) {
      try rig.backend.commit(ScreenCommit(screen: old, token: rig.token(), action: .turnOff), testOnly: false)
    }
    #expect(try rig.color("HDMI-A-1") == nil)
  }
}
