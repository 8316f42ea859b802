import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Scenes of a screen's own role that take input, under the rule of application scenes.
@Suite("Interactive scenes of other roles")
@MainActor
struct InteractiveRoleTests {
  let kiosk = TestApp("kiosk", 1)
  let hall = TestApp("hall", 2)
  let role = SceneRole(rawValue: "kiosk")

  private func rig(isInteractive: Bool = true) -> SystemRig {
    let app = kiosk.app(hasScene: false)
    app.manifest.configurations[role] = [SceneConfiguration(name: "map", isInteractive: isInteractive)]
    let other = hall.app(isFallback: true)
    other.manifest.configurations[role] = [SceneConfiguration(name: "main")]
    let rule = ModeRule(match: Sourced(ScreenMatch(connector: GlobPattern("HDMI-A-1"))), role: Sourced(role.rawValue))
    let rig = SystemRig(policy: ScreenPolicy(rules: [rule], foregroundApp: Sourced("kiosk")), apps: [app, other])
    rig.plug()
    return rig
  }

  private var key: InputEvent { InputEvent(kind: "key") }

  @Test("one is shown only while a controller owns input for its app, and returns without another connection")
  func onlyWhileOwned() throws {
    let rig = rig()
    #expect(rig.lastShown()?.background == hall.color)
    let reasons = try rig.coordinator().decision.picture.reasons
    #expect(
      reasons.contains { $0.rule == "foreground" && !$0.holds && $0.text.contains("no controller owns its input") })
    try rig.system.applications.ownInput(of: "kiosk")
    rig.answer()
    #expect(rig.lastShown()?.background == kiosk.color)
    rig.system.applications.releaseInput(of: "kiosk")
    rig.answer()
    #expect(rig.lastShown()?.background == hall.color)
    #expect(kiosk.scene?.state == .background)
    try rig.system.applications.ownInput(of: "kiosk")
    rig.answer()
    #expect(rig.lastShown()?.background == kiosk.color)
    #expect(kiosk.log == ["connect"])
    #expect(rig.modesets.count == 1)
  }

  @Test("an answer that is interactive, unlike the scene that was asked about, does not count")
  func interactiveAnswer() throws {
    let asked = AnsweringApp("desk", 3)
    let app = asked.app([])
    app.manifest.configurations[role] = [SceneConfiguration(name: "map")]
    let rig = rig(isInteractive: false)
    try rig.system.register(app)
    try rig.system.setForeground("desk", on: nil) { _ in }
    rig.answer()
    asked.questions.last?.answer(SceneConfiguration(name: "panel", isInteractive: true))
    rig.answer()
    let session = try #require(rig.system.sessions.first { $0.app == "desk" })
    #expect(session.configuration.name == "map")
    #expect(rig.events.contains { if case .trouble(nil, _) = $0.kind { true } else { false } })
    #expect(throws: SceneError.self) { try rig.system.applications.send(key, to: session.identifier) }
  }

  @Test("input reaches it while it is active")
  func input() throws {
    let rig = rig()
    try rig.system.applications.ownInput(of: "kiosk")
    rig.answer()
    let session = try #require(kiosk.scene?.session)
    try rig.system.applications.send(key, to: session.identifier)
    #expect(kiosk.inputs.map(\.input) == [key])
    #expect(rig.system.applications.shownFrame(of: session) == UnitRect(x: 0, y: 0, width: 1, height: 1))
    rig.system.applications.releaseInput(of: "kiosk")
    rig.answer()
    #expect(throws: SceneError.self) { try rig.system.applications.send(key, to: session.identifier) }
    #expect(rig.system.applications.shownFrame(of: session) == nil)
    #expect(kiosk.inputs.count == 1)
  }

  @Test("a scene of the role that is not interactive is shown at once, takes no input, and its app owns none")
  func notInteractive() throws {
    let rig = rig(isInteractive: false)
    #expect(rig.lastShown()?.background == kiosk.color)
    #expect(throws: SceneError.self) { try rig.system.applications.ownInput(of: "kiosk") }
    let session = try #require(kiosk.scene?.session.identifier)
    #expect(throws: SceneError.notInteractive(session: session, role: role)) {
      try rig.system.applications.send(key, to: session)
    }
  }

  @Test("scenes of external displays without input never take any")
  func externalDisplay() throws {
    let app = kiosk.app()
    app.manifest.configurations[.externalDisplayNonInteractive] = [
      SceneConfiguration(name: "main", isInteractive: true)
    ]
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("kiosk")), apps: [app])
    rig.plug()
    #expect(rig.lastShown()?.background == kiosk.color)
    #expect(throws: SceneError.self) { try rig.system.applications.ownInput(of: "kiosk") }
  }
}
