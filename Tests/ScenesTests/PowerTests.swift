import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Power and blank are kept with the display, through the reconnects that switching it off may cause.
@Suite("Power and blank of a display")
@MainActor
struct PowerTests {
  let lobby = TestApp("lobby", 1)

  private func rig(_ state: PersistentState = PersistentState()) -> SystemRig {
    SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()], state: state)
  }

  /// A system whose first display was switched off.
  private func switchedOff() throws -> SystemRig {
    let rig = rig()
    rig.plug()
    try rig.coordinator().setPower(false) { _ in }
    rig.answer()
    #expect(!rig.isLit(1))
    return rig
  }

  /// A probe of the connector before the display can be read: the modes are the kernel's guess, and the identity is unknown.
  private func plugUnread(_ rig: SystemRig) {
    rig.system.handle(
      .screens([
        .connected(
          ScreenSnapshot(
            id: ScreenID(rawValue: 1), name: "HDMI-A-1", device: "test", modes: [SystemRig.mode(1024, 768)],
            edidState: .guessed))
      ]))
    rig.answer()
  }

  @Test("switched off it stays off through short and long reconnects, without another modeset, and reports the reason")
  func reconnectStaysOff() throws {
    let rig = try switchedOff()
    let modesets = rig.modesets
    for pause in [100, 1000, 2000, 60_000] as [UInt64] {
      rig.unplug()
      rig.advance(milliseconds: pause)
      rig.plug()
      #expect(!rig.isLit(1), "after \(pause) ms")
    }
    #expect(rig.modesets == modesets)
    #expect(try rig.coordinator().decision.picture.reasons.last?.text.contains("power") == true)
    let again = self.rig(try #require(rig.kept))
    again.plug()
    #expect(!again.isLit(1))
    #expect(again.modesets.isEmpty)
  }

  @Test("while its EDID cannot be read it stays off too, and once it can")
  func lateEDIDStaysOff() throws {
    let rig = try switchedOff()
    let modesets = rig.modesets
    rig.unplug()
    rig.advance(milliseconds: 2000)
    plugUnread(rig)
    rig.advance(milliseconds: 5000)
    #expect(!rig.isLit(1))
    rig.plug()
    #expect(!rig.isLit(1))
    #expect(rig.modesets == modesets)
  }

  @Test("another display in its place is lit, and it is off again when it returns")
  func otherDisplayIsLit() throws {
    let rig = try switchedOff()
    rig.unplug()
    rig.advance(milliseconds: 2000)
    rig.plug(serial: "2")
    #expect(rig.isLit(1))
    rig.unplug()
    rig.advance(milliseconds: 2000)
    rig.plug()
    #expect(!rig.isLit(1))
  }

  @Test("switched on it is lit with one modeset, and its scene is the same")
  func switchedOn() throws {
    let rig = try switchedOff()
    let modesets = rig.modesets.count
    try rig.coordinator().setPower(true) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == lobby.color)
    #expect(rig.modesets.count == modesets + 1)
    #expect(lobby.log == ["connect"])
  }

  @Test("a blank display stays blank through a reconnect, black from the first frame on, and others are not blank")
  func blank() throws {
    let rig = rig()
    rig.plug()
    try rig.coordinator().setBlank(true) { _ in }
    rig.answer()
    for serial in ["1", "2", "1"] {
      rig.unplug()
      rig.advance(milliseconds: 2000)
      _ = rig.takeShown()
      rig.plug(serial: serial)
      let shown = Set(rig.takeShown())
      #expect(serial == "1" ? shown == [.black] : shown.contains(lobby.color), "display \(serial)")
    }
  }
}
