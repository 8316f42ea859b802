import Composition
import ContentModel
import DisplayTypes
import Testing

@testable import Scenes

/// The daemon's own app in front of all others, such as a talk. The picture below it stays, and returns.
@Suite("App in front")
@MainActor
struct FrontTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let talk = TestApp("talk", 3)

  private func rig(
    _ rules: [ModeRule] = [], unknown: UnknownScreens = .show, support: ExternalSupport = .external, others: [App] = [],
    state: PersistentState = PersistentState()
  ) -> SystemRig {
    SystemRig(
      policy: ScreenPolicy(
        rules: rules, unknownScreens: unknown, support: Sourced(support), foregroundApp: Sourced("lobby")),
      apps: [lobby.app(), menu.app()] + others, state: state)
  }

  private func begin(_ rig: SystemRig, on screen: String? = nil, asks: Bool = false) {
    rig.system.beginFront(talk.app(), on: screen, asksOfNew: asks) { _ in }
    rig.answer()
  }

  private func end(_ rig: SystemRig) {
    rig.system.endFront { _ in }
    rig.answer()
  }

  @Test("it is on every external screen, those that come later included")
  func everywhere() {
    let rig = rig()
    rig.plug(1)
    begin(rig)
    rig.plug(2, serial: "2")
    #expect([1, 2].map { rig.lastShown($0)?.background } == [talk.color, talk.color])
    end(rig)
    #expect([1, 2].map { rig.lastShown($0)?.background } == [lobby.color, lobby.color])
    #expect(rig.system.sessions.allSatisfy { $0.app != "talk" })
    #expect(rig.system.app("talk") == nil)
  }

  @Test("for one screen it leaves the others unchanged, and another call moves it")
  func one() {
    let rig = rig()
    rig.plug(1)
    rig.plug(2, serial: "2")
    let app = talk.app()
    rig.system.beginFront(app, on: "HDMI-A-2", asksOfNew: false) { _ in }
    rig.answer()
    #expect([1, 2].map { rig.lastShown($0)?.background } == [lobby.color, talk.color])
    rig.system.beginFront(app, on: "HDMI-A-1", asksOfNew: false) { _ in }
    rig.answer()
    #expect([1, 2].map { rig.lastShown($0)?.background } == [talk.color, lobby.color])
  }

  @Test("a foreground app that is chosen meanwhile is visible after its end")
  func foreground() throws {
    let rig = rig()
    rig.plug(1)
    begin(rig)
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == talk.color)
    #expect(throws: SceneError.self) { try rig.system.setForeground("talk", on: nil) { _ in } }
    end(rig)
    #expect(rig.lastShown()?.background == menu.color)
  }

  @Test("a reload that adds or removes apps does not change it, and its end shows the due picture")
  func reload() {
    let rig = rig()
    rig.plug(1)
    begin(rig)
    let named = TestApp("talk", 9)
    rig.system.apply(policy: ScreenPolicy(foregroundApp: Sourced("menu")), apps: [menu.app(), named.app()])
    rig.answer()
    #expect(rig.lastShown()?.background == talk.color)
    #expect(rig.system.apps.map(\.name) == ["menu", "talk"])
    #expect(throws: SceneError.nameTaken(app: "talk")) { try rig.system.register(named.app()) }
    end(rig)
    #expect(rig.lastShown()?.background == menu.color)
  }

  @Test("an alarm, power and support override it, and the console's, dark and main screens are not changed")
  func others() throws {
    let alarm = TestApp("fire", 7)
    let rig = rig(
      [
        ModeRule(match: Sourced(ScreenMatch(connector: GlobPattern("*-2"))), use: Sourced(.console)),
        ModeRule(match: Sourced(ScreenMatch(connector: GlobPattern("*-3"))), use: Sourced(.main)),
      ])
    rig.plug(1)
    rig.plug(2, serial: "2")
    rig.plug(3, serial: "3")
    let frames = rig.frameCount(3)
    begin(rig)
    #expect(rig.frameCount(2) == 0)
    #expect(rig.frameCount(3) == frames)
    #expect(rig.system.frontScreens.map(\.screen.name) == ["HDMI-A-1"])
    try rig.coordinator().setPower(false) { _ in }
    rig.answer()
    #expect(!rig.isLit(1))
    #expect(rig.system.frontScreens.map(\.isSeen) == [false])
    try rig.coordinator().setPower(true) { _ in }
    rig.answer()
    #expect(rig.lastShown(1)?.background == talk.color)
    rig.system.apply(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), alarm.app(isAlarm: true)])
    rig.answer()
    #expect(rig.lastShown(1)?.background == alarm.color)
  }

  @Test("a new display waits by request, through a replug, until it is allowed")
  func asks() throws {
    let rig = rig()
    rig.plug(1)
    begin(rig, asks: true)
    #expect(rig.lastShown(1)?.background == talk.color)
    rig.plug(2, serial: "2")
    #expect(rig.lastShown(2)?.background == .black)
    #expect(
      rig.system.frontScreens.map(\.state) == [
        .shown(app: "talk", role: .externalDisplayNonInteractive), .waiting(app: "talk"),
      ])
    rig.unplug(2)
    rig.advance(milliseconds: 2000)
    rig.plug(2, serial: "2")
    #expect(rig.lastShown(2)?.background == .black)
    #expect(rig.kept?.displays.contains { $0.choices.front == .waiting } == true)
    var outcome: PictureOutcome?
    try rig.system.admit("HDMI-A-2") { outcome = $0 }
    rig.answer()
    #expect(rig.lastShown(2)?.background == talk.color)
    guard case .shown = outcome else {
      Issue.record("answered with \(String(describing: outcome))")
      return
    }
    end(rig)
    #expect(rig.lastShown(2)?.background == lobby.color)
    #expect(rig.kept?.displays.contains { $0.choices.front != nil } == false)
  }

  @Test("a waiting display also waits after a restart")
  func asksAgain() {
    let first = rig()
    first.plug(1)
    begin(first, asks: true)
    first.plug(2, serial: "2")
    let second = rig(state: first.kept ?? PersistentState())
    begin(second, asks: true)
    second.plug(1)
    second.plug(2, serial: "2")
    #expect(second.lastShown(1)?.background == talk.color)
    #expect(second.lastShown(2)?.background == .black)
  }

  @Test("if the configuration withholds it, an allowed display is withheld again after its end")
  func withheld() throws {
    let rig = rig(unknown: .ask)
    rig.plug(1)
    begin(rig, asks: true)
    #expect(rig.lastShown()?.background == .black)
    try rig.system.admit("HDMI-A-1") { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == talk.color)
    end(rig)
    #expect(rig.lastShown()?.background == .black)
    #expect(try rig.coordinator().decision.picture.rule == "withheld")
  }

  @Test("contents that are set meanwhile are those of the app beneath")
  func content() throws {
    let rig = rig()
    rig.plug(1)
    begin(rig)
    var outcome: PictureOutcome?
    try rig.coordinator().show(.color(.white)) { outcome = $0 }
    guard case .kept(let note, _) = outcome else {
      Issue.record("answered with \(String(describing: outcome))")
      return
    }
    #expect(note.contains("talk covers everything"))
    #expect(rig.system.sessions.first { $0.app == "lobby" }?.chosenContent == .color(.white))
    #expect(rig.system.sessions.first { $0.app == "talk" }?.chosenContent == nil)
  }

  @Test("a change of it is one frame on each screen, which the answer names")
  func change() {
    let rig = rig()
    rig.plug(1)
    rig.plug(2, serial: "2")
    begin(rig)
    rig.clearShown()
    var screens: [String] = []
    rig.system.frontDidChange { screens = $0.map(\.screen) }
    rig.answer()
    #expect([1, 2].map { rig.frameCount($0) } == [1, 1])
    #expect(screens.sorted() == ["HDMI-A-1", "HDMI-A-2"])
    #expect(rig.together.last?.count == 2)
  }

  @Test("with support off it is not visible")
  func support() {
    let rig = rig(support: .off)
    rig.plug(1)
    begin(rig)
    #expect(!rig.isLit(1))
  }
}
