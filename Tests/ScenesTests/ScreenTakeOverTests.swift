import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// A screen with the picture of the daemon's last run or of a boot splash.
@Suite("ScreenCoordinator, take-over")
@MainActor
struct ScreenTakeOverTests {
  let lobby = TestApp("lobby", 1)

  /// The rig with a plugged screen, and a layout that has not come yet.
  private func rig(showsMode: Bool) -> SystemRig {
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(content: .color(lobby.color))])
    rig.showsMode = showsMode
    lobby.slowColor = lobby.color
    rig.plug()
    return rig
  }

  private func backgrounds(_ rig: SystemRig) -> [Color] {
    rig.shown[ScreenID(rawValue: 1), default: []].map(\.tree.background)
  }

  @Test(
    "the earlier picture in the due mode stays until the scene's picture replaces it, without a picture in between")
  func firstPictureIsTheScenes() throws {
    let rig = rig(showsMode: true)
    rig.advance(milliseconds: 14_900)
    #expect(rig.modesets.isEmpty && lobby.log.isEmpty)
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(rig.modesets.count == 1 && lobby.log == ["connect"])
    #expect(Set(backgrounds(rig)) == [lobby.color])
    #expect(try rig.coordinator().screenScenes.shownScene?.session.app == "lobby")
  }

  @Test("it does not stay for ever")
  func patience() {
    let rig = rig(showsMode: true)
    rig.advance(milliseconds: 15_100)
    #expect(backgrounds(rig) == [rig.system.model.policy.idleColor])
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(backgrounds(rig).last == lobby.color)
  }

  @Test("it ends if the scene cannot be laid out")
  func failure() {
    lobby.failure = ContentFailure("it is gone", retry: .soon)
    let rig = rig(showsMode: true)
    #expect(backgrounds(rig).last == rig.system.model.policy.idleColor)
  }

  @Test("a screen in another mode is not kept waiting")
  func anotherMode() {
    let rig = rig(showsMode: false)
    #expect(backgrounds(rig) == [rig.system.model.policy.idleColor])
  }

  @Test("a content that is requested meanwhile is laid out instead, and the earlier one is never shown")
  func shownMeanwhile() throws {
    let rig = rig(showsMode: true)
    rig.advance(milliseconds: 5000)
    try rig.coordinator().show(.color(.white)) { _ in }
    rig.answer()
    #expect(Set(backgrounds(rig)) == [.white])
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(Set(backgrounds(rig)) == [.white])
  }

  @Test("an alarm does not wait for the picture that it covers")
  func alarm() {
    let fire = TestApp("fire", 3)
    let rig = rig(showsMode: true)
    rig.system.apply(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")),
      apps: [lobby.app(content: .color(lobby.color)), fire.app(isAlarm: true, content: .color(fire.color))])
    rig.answer()
    #expect(Set(backgrounds(rig)) == [fire.color])
  }

  @Test("requests meanwhile do not delay its end")
  func patienceIsForAll() throws {
    let rig = rig(showsMode: true)
    lobby.slowColor = .white
    rig.advance(milliseconds: 10_000)
    try rig.coordinator().show(.color(.white)) { _ in }
    rig.advance(milliseconds: 5100)
    #expect(backgrounds(rig) == [rig.system.model.policy.idleColor])
  }

  @Test("black waits for nothing")
  func blank() throws {
    let rig = rig(showsMode: true)
    try rig.coordinator().setBlank(true) { _ in }
    rig.answer()
    #expect(rig.modesets.count == 1)
  }

  @Test("a scene that leaves the screen to the next is not waited for")
  func withoutWindow() {
    lobby.attachesWindow = false
    let menu = TestApp("menu", 2)
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app(isFallback: true)])
    rig.showsMode = true
    rig.plug()
    #expect(!backgrounds(rig).contains(lobby.color))
    #expect(backgrounds(rig).last == menu.color)
  }

  @Test("another display in the same mode keeps nothing of the one before")
  func anotherDisplay() {
    let rig = rig(showsMode: true)
    rig.exchange(serial: "2")
    #expect(backgrounds(rig) == [rig.system.model.policy.idleColor])
  }

  @Test("a picture of this daemon is no take-over: after a lost link the layout has its usual time")
  func ownPicture() {
    let rig = rig(showsMode: true)
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    let modesets = rig.modesets.count
    rig.exchange(serial: "2")
    rig.advance(milliseconds: 800)
    #expect(rig.modesets.count > modesets)
    #expect(backgrounds(rig).last == rig.system.model.policy.idleColor)
  }
}
