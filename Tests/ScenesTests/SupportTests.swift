import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// The user's choice for external displays at run time.
@Suite("Support at run time")
@MainActor
struct SupportTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let idle = Color(red: 9, green: 9, blue: 9)

  private var policy: ScreenPolicy { ScreenPolicy(idleColor: idle, foregroundApp: Sourced("lobby")) }

  /// A built-in panel, and two external displays.
  private func rig(state: PersistentState = PersistentState()) -> SystemRig {
    let rig = SystemRig(policy: policy, apps: [lobby.app(), menu.app()], state: state)
    rig.plug(9, name: "eDP-1", serial: "9", placement: .builtIn)
    for number in [1, 2] as [UInt64] { rig.plug(number, serial: "\(number)") }
    return rig
  }

  private func setSupport(_ rig: SystemRig, _ choice: ExternalSupport?, _ scope: SupportScope = .overall) throws {
    try rig.system.setSupport(choice, for: scope) { _ in }
    rig.answer()
  }

  /// The pictures of the two external displays: a colour, or the bars around a mirror; nil is dark.
  private func shown(_ rig: SystemRig) -> [Color?] {
    ([1, 2] as [UInt64]).map { rig.isLit($0) ? rig.lastShown($0)?.background : nil }
  }

  private let mirrored = Color.black

  @Test("off is dark and released at once, without a replug, and the sessions stay")
  func off() throws {
    let rig = rig()
    let turnOffs = rig.turnOffs
    try setSupport(rig, .off)
    #expect(shown(rig) == [nil, nil])
    #expect(rig.turnOffs == turnOffs + 2)
    #expect(rig.isLit(9))
    #expect(lobby.log == ["connect", "connect", "disconnect support", "disconnect support"])
    #expect(rig.system.sessions.count == 2)
    let identifiers = rig.system.sessions.map(\.identifier)
    try setSupport(rig, .external)
    #expect(shown(rig) == [lobby.color, lobby.color])
    #expect(rig.system.sessions.map(\.identifier) == identifiers)
    #expect(rig.kept?.support.overall == .external)
  }

  @Test("a mirror costs no modeset, and its scene waits in the background")
  func mirror() throws {
    let rig = rig()
    let modesets = rig.modesets.count
    try setSupport(rig, .mirror)
    #expect(shown(rig) == [mirrored, mirrored])
    #expect(try rig.coordinator().mirroredScreen == "eDP-1")
    #expect(lobby.log == ["connect", "connect"])
    #expect(lobby.scene?.state == .background)
    try setSupport(rig, .external)
    #expect(shown(rig) == [lobby.color, lobby.color])
    #expect(rig.modesets.count == modesets)
  }

  @Test("the most specific choice wins: screen, its foreground app, all, and null removes a choice")
  func levels() throws {
    let rig = rig()
    try rig.system.setForeground("menu", on: "HDMI-A-2") { _ in }
    rig.answer()
    try setSupport(rig, .off)
    try setSupport(rig, .mirror, .app("lobby"))
    #expect(shown(rig) == [mirrored, nil])
    try setSupport(rig, .external, .screen("HDMI-A-2"))
    #expect(shown(rig) == [mirrored, menu.color])
    #expect(try rig.coordinator("HDMI-A-2").decision.support == SupportChoice(.external, .runtime, .screen))
    try setSupport(rig, nil, .screen("HDMI-A-2"))
    try setSupport(rig, nil, .app("lobby"))
    #expect(shown(rig) == [nil, nil])
    try setSupport(rig, nil)
    #expect(shown(rig) == [lobby.color, menu.color])
    #expect(try rig.coordinator().decision.support == SupportChoice())
  }

  @Test("the choice for an app follows it to the foreground")
  func follows() throws {
    let rig = rig()
    try setSupport(rig, .mirror, .app("menu"))
    #expect(shown(rig) == [lobby.color, lobby.color])
    try rig.system.setForeground("menu", on: "HDMI-A-1") { _ in }
    rig.answer()
    #expect(shown(rig) == [mirrored, lobby.color])
  }

  @Test("it is kept before it is answered, and holds after a restart")
  func kept() throws {
    let first = rig()
    var isKept = false
    try first.system.setSupport(.off, for: .screen("HDMI-A-1")) { _ in
      isKept = first.kept?.displays.contains { $0.choices.support == .off } ?? false
    }
    first.answer()
    #expect(isKept)
    try setSupport(first, .mirror, .app("lobby"))
    let second = SystemRig(
      policy: policy, apps: [lobby.app(), menu.app()], state: try #require(first.kept))
    second.plug(9, name: "eDP-1", serial: "9", placement: .builtIn)
    for number in [1, 2] as [UInt64] { second.plug(number, serial: "\(number)") }
    #expect(shown(second) == [nil, mirrored])
  }

  @Test("a reset ends the choice for the screen, and a change in the file ends the choice for the same setting")
  func ends() throws {
    let rig = rig()
    try setSupport(rig, .off, .screen("HDMI-A-1"))
    try rig.coordinator().reset { _ in }
    rig.answer()
    #expect(shown(rig) == [lobby.color, lobby.color])
    try setSupport(rig, .off)
    try setSupport(rig, .mirror, .app("lobby"))
    // Nothing has changed in the file.
    rig.system.apply(policy: policy, apps: [lobby.app(), menu.app()])
    rig.answer()
    #expect(shown(rig) == [mirrored, mirrored])
    // The file has a word on the app, then on all.
    let stated = lobby.app(support: Sourced(.external, at: SourceLocation(file: "m.yaml", line: 3)))
    rig.system.apply(policy: policy, apps: [stated, menu.app()])
    rig.answer()
    #expect(shown(rig) == [nil, nil])
    var mirror = policy
    mirror.support = Sourced(.mirror, at: SourceLocation(file: "m.yaml", line: 1))
    rig.system.apply(policy: mirror, apps: [stated, menu.app()])
    rig.answer()
    #expect(shown(rig) == [lobby.color, lobby.color])
    #expect(try rig.coordinator().decision.support.level == .app)
  }

  @Test("a rule's word goes before the app's and the overall one")
  func rule() throws {
    let rules = [ModeRule(match: Sourced(ScreenMatch(connector: GlobPattern("*-2"))), support: Sourced(.off))]
    let rig = SystemRig(
      policy: ScreenPolicy(rules: rules, idleColor: idle, foregroundApp: Sourced("lobby")),
      apps: [lobby.app(support: Sourced(.external))])
    for number in [1, 2] as [UInt64] { rig.plug(number, serial: "\(number)") }
    #expect(shown(rig) == [lobby.color, nil])
    try setSupport(rig, .external)
    #expect(shown(rig) == [lobby.color, lobby.color])
  }

  @Test("unknown screens and apps are refused with those that there are")
  func unknown() {
    let rig = rig()
    #expect(throws: SceneError.noSuchApp("nothing", near: ["lobby", "menu"])) {
      try rig.system.setSupport(.off, for: .app("nothing")) { _ in }
    }
    #expect(throws: SceneError.noSuchScreen("HDMI-A-7", near: ["eDP-1", "HDMI-A-1", "HDMI-A-2"])) {
      try rig.system.setSupport(.off, for: .screen("HDMI-A-7")) { _ in }
    }
  }
}
