import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// A screen that shows what the daemon's life before, or a boot splash, has left there.
@Suite("ScreenCoordinator, take-over")
@MainActor
struct TakeOverTests {
  let lobby = TestApp("lobby", 1)

  /// The rig with the screen plugged in, and a layout that has not come yet.
  private func rig(showsMode: Bool) -> SystemRig {
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()])
    rig.showsMode = showsMode
    lobby.slowColor = lobby.color
    rig.plug()
    return rig
  }

  private func backgrounds(_ rig: SystemRig) -> [Color] {
    rig.shown[ScreenID(rawValue: 1), default: []].map(\.tree.background)
  }

  @Test(
    "what stands there in the mode that is due stays until the scene's picture takes its place: nothing comes between")
  func firstPictureIsTheScenes() throws {
    let rig = rig(showsMode: true)
    rig.advance(milliseconds: 14_900)
    #expect(rig.modesets.isEmpty && lobby.log.isEmpty)
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(rig.modesets.count == 1 && lobby.log == ["connect"])
    #expect(Set(backgrounds(rig)) == [lobby.color])
    #expect(try rig.coordinator().stage.shownScene?.session.app == "lobby")
  }

  @Test("it does not stay for ever")
  func patience() {
    let rig = rig(showsMode: true)
    rig.advance(milliseconds: 15_100)
    #expect(backgrounds(rig) == [rig.system.policy.idleColor])
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(backgrounds(rig).last == lobby.color)
  }

  @Test("it goes where the scene cannot be laid out")
  func failure() {
    lobby.failure = ContentFailure("it is gone", retry: .soon)
    let rig = rig(showsMode: true)
    #expect(backgrounds(rig).last == rig.system.policy.idleColor)
  }

  @Test("a screen in another mode is not kept waiting")
  func anotherMode() {
    let rig = rig(showsMode: false)
    #expect(backgrounds(rig) == [rig.system.policy.idleColor])
  }
}
