import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Another display on a connector that was never seen empty: the choices for the earlier display end.
@Suite("Display that is exchanged")
@MainActor
struct ExchangeTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)

  private func rig() -> SystemRig {
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app(isFallback: true)])
    rig.plug()
    return rig
  }

  @Test("a mode that is tried out is not tried on it, and cannot be confirmed for it")
  func confirmation() throws {
    let rig = rig()
    let screen = try rig.coordinator()
    try screen.tryMode(ModeWish("800x600"), for: 15_000_000_000) { _ in }
    rig.answer()
    rig.exchange(serial: "2")
    #expect(screen.screen?.currentMode?.size == PixelSize(width: 1280, height: 720))
    #expect(throws: SceneError.self) { try screen.confirmMode() }
    #expect(rig.kept?.displays.contains { $0.choices.mode != nil } == false)
  }

  @Test("a picture that is held is not held on it")
  func freeze() throws {
    let rig = rig()
    try rig.coordinator().setFrozen(true) { _ in }
    rig.answer()
    rig.exchange(serial: "2")
    #expect(rig.frozen.isEmpty)
    #expect(lobby.scene?.state == .foregroundActive)
  }

  @Test("an app whose session was destroyed on the one before is due again")
  func destroyed() throws {
    let rig = rig()
    try rig.system.lifetimes.destroySession("session-1") { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == menu.color)
    rig.exchange(serial: "2")
    #expect(rig.lastShown()?.background == lobby.color)
  }
}
