import Content
import DisplayTypes
import Scenes
import SimulatedBackend
import Testing

/// A schedule that switches a screen's power, beside the user's own word on it.
@MainActor
struct SchedulePowerTests {
  private static let blue = Color(red: 0, green: 0, blue: 200)

  /// Dark from 12:01 to 12:03, by UTC; the rig begins at noon.
  private static let schedule = ContentDescription.schedule(
    ScheduleDescription(
      zone: "UTC",
      entries: [
        ScheduleEntry(.powerOff, from: time(12 * 60 + 1), to: time(12 * 60 + 3))
      ], fallback: .color(blue)))

  private static func time(_ minutes: Int) -> TimeOfDay { TimeOfDay(seconds: minutes * 60) ?? .midnight }

  private func rig() throws -> PlayerRig {
    let rig = try PlayerRig(Self.schedule)
    try rig.plug()
    return rig
  }

  @Test func theScreenGoesDarkAndReturns() throws {
    let rig = try rig()
    #expect(try rig.color() == Self.blue)
    rig.advance(milliseconds: 59_000)
    #expect(try rig.color() == Self.blue)
    rig.advance(milliseconds: 2_000)
    #expect(try rig.color() == nil)
    #expect(rig.system.screens.first?.currentMode == nil)
    let firings = rig.backend.simulatedClock.firings
    rig.advance(milliseconds: 100_000)
    #expect(rig.backend.simulatedClock.firings == firings)
    rig.advance(milliseconds: 22_000)
    #expect(try rig.color() == Self.blue)
    #expect(rig.takeMessages() == [])
  }

  @Test func theUsersWordGoesBeforeIt() throws {
    let rig = try rig()
    let screen = try rig.system.find("HDMI-A-1")
    screen.setPower(false) { _ in }
    rig.advance(milliseconds: 240_000)
    #expect(try rig.color() == nil)
    screen.setPower(true) { _ in }
    rig.advance(milliseconds: 1_000)
    #expect(try rig.color() == Self.blue)
  }

  @Test func whatIsAskedForLightsIt() throws {
    let rig = try rig()
    rig.advance(milliseconds: 70_000)
    #expect(try rig.color() == nil)
    let answer = try rig.show(.color(.white))
    guard case .shown = answer else {
      Issue.record("it was not shown: \(String(describing: answer))")
      return
    }
    #expect(try rig.color() == .white)
    // What was configured is dark still.
    _ = try rig.show(nil)
    rig.advance(milliseconds: 1_000)
    #expect(try rig.color() == nil)
    rig.advance(milliseconds: 120_000)
    #expect(try rig.color() == Self.blue)
  }

  @Test func pluggedInWhileItIsDarkItStaysSo() throws {
    let rig = try PlayerRig(Self.schedule)
    rig.advance(milliseconds: 70_000)
    try rig.plug()
    #expect(try rig.color() == nil)
    rig.advance(milliseconds: 120_000)
    #expect(try rig.color() == Self.blue)
  }

  @Test func explainSaysWhy() throws {
    let rig = try rig()
    rig.advance(milliseconds: 70_000)
    let picture = try rig.system.find("HDMI-A-1").decision.picture
    #expect(picture.shown == .dark(.schedule(app: "lobby", role: .externalDisplayNonInteractive)))
    #expect(picture.reasons.last?.text == "lobby is in the foreground, and its schedule has switched the power off")
  }
}
