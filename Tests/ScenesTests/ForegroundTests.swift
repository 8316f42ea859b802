import Composition
import DisplayTypes
import Testing

@testable import Scenes

/// Which app is in the foreground of a screen: the run-time choice before the file, this screen before all.
@Suite("Foreground app")
@MainActor
struct ForegroundTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let news = TestApp("news", 3)

  private var apps: [App] { [lobby.app(), menu.app(), news.app()] }

  private func policy(_ foreground: String = "lobby", ofSecondScreen: String? = nil) -> ScreenPolicy {
    let rules = ofSecondScreen.map { app in
      [ModeRule(match: Sourced(ScreenMatch(connector: GlobPattern("*-2"))), app: Sourced(app))]
    }
    return ScreenPolicy(rules: rules ?? [], foregroundApp: Sourced(foreground))
  }

  private func shown(_ rig: SystemRig) -> [Color?] {
    [rig.lastShown(1)?.background, rig.lastShown(2)?.background]
  }

  private func rig(_ policy: ScreenPolicy) -> SystemRig {
    let rig = SystemRig(policy: policy, apps: apps)
    rig.plug(1)
    rig.plug(2, serial: "2")
    return rig
  }

  @Test("a rule's app goes before the overall one")
  func rule() {
    #expect(shown(rig(policy(ofSecondScreen: "menu"))) == [lobby.color, menu.color])
  }

  @Test("a choice for all screens is shown on all, against all rules and earlier choices")
  func all() throws {
    let rig = rig(policy(ofSecondScreen: "menu"))
    try rig.system.setForeground("lobby", on: "HDMI-A-2") { _ in }
    rig.answer()
    try rig.system.setForeground("news", on: nil) { _ in }
    rig.answer()
    #expect(shown(rig) == [news.color, news.color])
    #expect(rig.kept?.foregroundApp == "news")
    #expect(rig.kept?.displays.contains { $0.choices.foregroundApp != nil } == false)
  }

  @Test("chosen for one screen, it is shown there until reset")
  func one() throws {
    let rig = rig(policy())
    try rig.system.setForeground("menu", on: "HDMI-A-2") { _ in }
    rig.answer()
    #expect(shown(rig) == [lobby.color, menu.color])
    try rig.coordinator("HDMI-A-2").reset { _ in }
    rig.answer()
    #expect(shown(rig) == [lobby.color, lobby.color])
  }

  @Test("another foreground app in the file overrides the earlier choice")
  func reload() throws {
    let rig = rig(policy())
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    rig.system.apply(policy: policy("lobby"), apps: apps)
    rig.answer()
    #expect(shown(rig) == [menu.color, menu.color])
    rig.system.apply(policy: policy("news"), apps: apps)
    rig.answer()
    #expect(shown(rig) == [news.color, news.color])
    #expect(rig.kept?.foregroundApp == nil)
  }

  @Test("the source of the choice is reported")
  func sources() throws {
    let rig = rig(policy(ofSecondScreen: "menu"))
    func choice() throws -> ForegroundChoice? { try rig.coordinator("HDMI-A-2").decision.foreground }
    #expect(try choice() == ForegroundChoice(app: "menu", source: .configuration(nil), isForAllScreens: false))
    #expect(
      try rig.coordinator().decision.foreground
        == ForegroundChoice(app: "lobby", source: .configuration(nil), isForAllScreens: true))
    try rig.system.setForeground("news", on: nil) { _ in }
    #expect(try choice() == ForegroundChoice(app: "news", source: .runtime, isForAllScreens: true))
    try rig.system.setForeground("lobby", on: "HDMI-A-2") { _ in }
    #expect(try choice() == ForegroundChoice(app: "lobby", source: .runtime, isForAllScreens: false))
  }

  @Test("a removed app has no effect, and the next named app is shown")
  func gone() throws {
    let rig = rig(policy())
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    rig.system.apply(policy: policy("lobby"), apps: [lobby.app(), news.app()])
    rig.answer()
    #expect(shown(rig) == [lobby.color, lobby.color])
  }

  @Test("an unknown app is refused, with those that there are")
  func unknown() {
    let rig = rig(policy())
    #expect(throws: SceneError.noSuchApp("nothing", near: ["lobby", "menu", "news"])) {
      try rig.system.setForeground("nothing", on: nil) { _ in }
    }
  }
}
