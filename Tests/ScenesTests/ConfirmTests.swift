import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// A trial mode of a screen, until it is confirmed or reverted.
@Suite("Mode that is tried out")
@MainActor
struct ConfirmTests {
  let lobby = TestApp("lobby", 1)
  let second: UInt64 = 1_000_000_000
  let small = PixelSize(width: 800, height: 600)
  let large = PixelSize(width: 1280, height: 720)

  private let policy = ScreenPolicy(foregroundApp: Sourced("lobby"))

  private func rig(_ state: PersistentState = PersistentState()) -> SystemRig {
    let rig = SystemRig(policy: policy, apps: [lobby.app()], state: state)
    rig.plug()
    return rig
  }

  private func tryOut(_ rig: SystemRig, _ wish: String = "800x600", seconds: UInt64 = 15) throws -> PictureOutcome? {
    var outcome: PictureOutcome?
    try rig.coordinator().tryMode(ModeWish(wish), for: seconds * second) { outcome = $0 }
    rig.answer()
    return outcome
  }

  private func size(_ rig: SystemRig) throws -> PixelSize? { try rig.coordinator().screen?.currentMode?.size }

  private func keptMode(_ rig: SystemRig) -> ModeWish? { rig.kept?.displays.first?.choices.mode }

  @Test("not confirmed it goes back, with one modeset there and one back, and nothing is kept")
  func goesBack() throws {
    let rig = rig()
    let kept = rig.kept
    guard case .shown = try tryOut(rig) else {
      Issue.record("no picture was shown in the mode")
      return
    }
    #expect(try size(rig) == small)
    #expect(rig.kept == kept)
    rig.advance(milliseconds: 14_000)
    #expect(try size(rig) == small)
    rig.advance(milliseconds: 1_000)
    #expect(try size(rig) == large)
    #expect(rig.modesets == [large, small, large])
    #expect(rig.kept == kept)
    #expect(try rig.coordinator().decision.steps.contains { $0.name == "mode not confirmed" })
    #expect(lobby.log == ["connect"])
  }

  @Test("confirmed it stays, and is kept when the call returns")
  func confirmed() throws {
    let rig = rig()
    _ = try tryOut(rig)
    try rig.coordinator().confirmMode()
    #expect(keptMode(rig) == (try ModeWish("800x600")))
    #expect(rig.kept?.displays.first?.mode?.size == small)
    rig.answer()
    rig.advance(milliseconds: 60_000)
    #expect(try size(rig) == small)
    #expect(rig.modesets == [large, small])
    #expect(try rig.coordinator().decision.winner?.source == .runtimeChoice)
  }

  @Test("it goes back to the mode that was chosen before")
  func goesBackToChoice() throws {
    let rig = rig()
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    _ = try tryOut(rig, "1280x720")
    #expect(try size(rig) == large)
    rig.advance(milliseconds: 15_000)
    #expect(try size(rig) == small)
    #expect(keptMode(rig) == (try ModeWish("800x600")))
  }

  @Test("after a crash in between the mode is as before")
  func crash() throws {
    let rig = rig()
    _ = try tryOut(rig)
    let again = SystemRig(policy: policy, apps: [lobby.app()], state: try #require(rig.kept))
    again.plug()
    #expect(try size(again) == large)
  }

  @Test("unplugged it goes back at once, as a display that cannot show it may look")
  func unplugged() throws {
    let rig = rig()
    _ = try tryOut(rig)
    rig.unplug()
    rig.plug()
    #expect(try size(rig) == large)
    #expect(throws: SceneError.self) { try rig.coordinator().confirmMode() }
  }

  @Test("a mode that the device refuses changes nothing, and there is nothing to confirm")
  func refused() throws {
    let rig = rig()
    rig.refusedSizes = [small]
    _ = try tryOut(rig)
    #expect(try size(rig) == large)
    #expect(throws: SceneError.self) { try rig.coordinator().confirmMode() }
    #expect(keptMode(rig) == nil)
  }

  @Test("another choice of a mode, and reset, end it")
  func otherChoice() throws {
    let rig = rig()
    _ = try tryOut(rig)
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    rig.advance(milliseconds: 60_000)
    #expect(try size(rig) == small)
    _ = try tryOut(rig, "1280x720")
    try rig.coordinator().reset { _ in }
    rig.answer()
    #expect(try size(rig) == large)
    #expect(throws: SceneError.self) { try rig.coordinator().confirmMode() }
  }

  @Test("on a dark screen, and for a mode that there is not, it is refused")
  func nothingToSee() throws {
    let rig = rig()
    #expect(throws: SceneError.self) { try tryOut(rig, "640x480") }
    try rig.coordinator().setPower(false) { _ in }
    rig.answer()
    #expect(throws: SceneError.self) { try tryOut(rig) }
    #expect(throws: SceneError.self) { try rig.coordinator().confirmMode() }
  }
}
