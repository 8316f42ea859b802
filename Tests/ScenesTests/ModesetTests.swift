import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// How `ScreenCoordinator` handles modesets that are overtaken, refused, or do not last.
@Suite("ScreenCoordinator, modesets")
@MainActor
struct ModesetTests {
  let lobby = TestApp("lobby", 1)
  let large = PixelSize(width: 1280, height: 720)
  let small = PixelSize(width: 800, height: 600)

  private func rig() -> SystemRig {
    SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()])
  }

  @Test("a mode that is chosen back while another is being set is set again, and shown")
  func chosenBack() throws {
    let rig = rig()
    rig.plug()
    rig.holdsModesets = true
    let screen = try rig.coordinator()
    try screen.setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    var outcome: PictureOutcome?
    try screen.setMode(ModeWish("1280x720")) { outcome = $0 }
    rig.answer()
    rig.endModesets()
    #expect(rig.modesets == [large, small, large])
    #expect(rig.shown[ScreenID(rawValue: 1)]?.last?.mode == large)
    guard case .shown(let record) = outcome else { throw ScenesTestError("\(outcome, default: "no answer")") }
    #expect(record.ending == .presented)
  }

  @Test("a modeset that ends after it was abandoned is not taken for the mode before it")
  func endsLate() throws {
    let rig = rig()
    rig.plug()
    rig.holdsModesets = true
    let screen = try rig.coordinator()
    try screen.setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    try screen.setMode(ModeWish("1280x720")) { _ in }
    // It ends before the next is begun.
    rig.endModesets()
    rig.endModesets()
    #expect(rig.shown[ScreenID(rawValue: 1)]?.last?.mode == large)
    #expect(screen.screen?.currentMode?.size == large)
  }

  @Test("a screen that goes to the console while it is being lit is dark afterwards")
  func consoleWhileSetting() throws {
    let rig = rig()
    rig.holdsModesets = true
    rig.plug()
    let rule = ModeRule(match: Sourced(.any), use: Sourced(.console))
    rig.system.apply(policy: ScreenPolicy(rules: [rule]), apps: [lobby.app()])
    let isTurnedOff = rig.commands.contains { command in
      if case .turnOff = command { return true }
      return false
    }
    #expect(isTurnedOff)
  }

  @Test("a refused mode is not requested at every later call, and its result is still reported")
  func refusedOnce() throws {
    let rig = rig()
    rig.refusedSizes = [large]
    rig.plug()
    let screen = try rig.coordinator()
    let attempts = screen.decision.attempts
    #expect(rig.modesets == [large, small])
    #expect(attempts.contains { $0.error != nil })
    screen.setBlank(true) { _ in }
    rig.answer()
    screen.choose({ $0.transform = .rotated180 }) { _ in }
    rig.answer()
    rig.system.apply(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()])
    rig.answer()
    #expect(rig.modesets == [large, small])
    #expect(screen.decision.attempts == attempts)
    #expect(screen.decision.winner?.mode.size == small)
    // A request makes it try the mode.
    rig.refusedSizes = []
    try screen.setMode(ModeWish("1280x720")) { _ in }
    rig.answer()
    #expect(screen.screen?.currentMode?.size == large)
  }

  @Test("a device that is busy for a moment is asked again, for the same mode")
  func busy() throws {
    let rig = rig()
    rig.busyModesets = 3
    rig.plug()
    for _ in 0..<3 { rig.advance(milliseconds: 100) }
    #expect(rig.modesets == [large, large, large, large])
    #expect(try rig.coordinator().screen?.currentMode?.size == large)
  }

  @Test("a modeset carries the picture that is due then: black on a screen that was blanked while the device was busy")
  func blankWhileBusy() throws {
    let rig = rig()
    rig.plug()
    rig.busyModesets = 1
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    try rig.coordinator().setBlank(true) { _ in }
    rig.answer()
    _ = rig.takeShown()
    rig.advance(milliseconds: 100)
    #expect(rig.modesets.last == small)
    #expect(Set(rig.takeShown()) == [.black])
  }

  @Test("a layout for a mode is not used if another app's scene is due by then")
  func anotherSceneWhileLayingOut() throws {
    let menu = TestApp("menu", 2)
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app()])
    rig.plug()
    lobby.slowColor = lobby.color
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    _ = rig.takeShown()
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    let shown = rig.takeShown()
    #expect(rig.modesets.last == small)
    #expect(!shown.contains(lobby.color))
    #expect(shown.last == menu.color)
  }

  @Test("of two layouts for the same mode the modeset waits for the second, and the first is not taken for it")
  func sameLayoutTwice() throws {
    let rig = rig()
    rig.plug()
    lobby.slowColor = lobby.color
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    rig.system.resume()
    rig.answer()
    #expect(lobby.slowLayouts.count == 2)
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(rig.modesets == [large, small])
    #expect(Set(rig.takeShown()) == [lobby.color])
  }

  @Test("a link that fails is trained again, and if it fails again in the next mode")
  func linkFails() throws {
    let rig = rig()
    rig.plug()
    rig.advance(milliseconds: 20_000)
    rig.setLink(isBad: true)
    rig.answer()
    #expect(rig.modesets == [large, large])
    rig.setLink(isBad: false)
    rig.advance(milliseconds: 100)
    rig.setLink(isBad: true)
    rig.answer()
    rig.setLink(isBad: false)
    rig.answer()
    #expect(rig.modesets == [large, large, small])
    // It stays there through other choices.
    try rig.coordinator().choose({ $0.transform = .rotated180 }) { _ in }
    rig.answer()
    rig.advance(milliseconds: 60_000)
    #expect(rig.modesets == [large, large, small])
    rig.unplug()
    rig.plug()
    #expect(rig.modesets.last == large)
  }

  @Test("a link that holds in no mode is tried again ever more rarely")
  func linkNeverHolds() {
    let rig = rig()
    rig.plug()
    // Ten minutes in which it fails 100 ms after each modeset.
    var failed = 0
    for _ in 0..<6000 {
      rig.advance(milliseconds: 100)
      guard failed < rig.modesets.count else { continue }
      failed = rig.modesets.count
      rig.setLink(isBad: true)
      rig.answer()
    }
    #expect(rig.modesets.count > 20)
    #expect(rig.modesets.count < 120)
  }
}
