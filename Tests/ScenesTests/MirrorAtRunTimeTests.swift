import Composition
import DisplayTypes
import Testing

@testable import Scenes

@MainActor
@Suite("ScreenCoordinator: the user's choice of its mirror")
struct MirrorAtRunTimeTests {
  let lobby = TestApp("lobby", 1)
  let idle = Color(red: 9, green: 9, blue: 9)

  private func policy(_ wishes: [String: MirrorWish] = [:], line: Int = 1) -> ScreenPolicy {
    let rules = wishes.sorted { $0.key < $1.key }.map { connector, wish in
      ModeRule(
        match: Sourced(ScreenMatch(connector: GlobPattern(connector))),
        mirror: Sourced(wish, at: SourceLocation(file: "m.yaml", line: line)))
    }
    return ScreenPolicy(
      rules: rules, support: Sourced(.mirror), idleColor: idle, foregroundApp: Sourced("lobby"))
  }

  /// A panel and two external displays, which mirror.
  private func rig(_ wishes: [String: MirrorWish] = [:], state: PersistentState? = nil) -> SystemRig {
    let rig =
      state.map { SystemRig(policy: policy(wishes), apps: [lobby.app()], state: $0) }
      ?? SystemRig(policy: policy(wishes), apps: [lobby.app()])
    rig.plug(9, name: "eDP-1", serial: "9", placement: .builtIn, modes: [SystemRig.mode(1024, 768, isPreferred: true)])
    for number in [1, 2] as [UInt64] { rig.plug(number, serial: "\(number)") }
    return rig
  }

  private func setMirror(
    _ rig: SystemRig, _ screen: String = "HDMI-A-1", of source: MirrorWish.Source? = nil, fit: MirrorFit? = nil
  ) throws -> PictureOutcome? {
    var outcome: PictureOutcome?
    try rig.coordinator(screen).setMirror(of: source, fit: fit) { outcome = $0 }
    rig.answer()
    return outcome
  }

  private func mirrored(_ rig: SystemRig, _ screen: String = "HDMI-A-1") throws -> String? {
    try rig.coordinator(screen).mirroredScreen
  }

  @Test("another screen and another fit: the rest stays, and explain names the source of the choice")
  func chosen() throws {
    let rig = rig()
    guard case .shown = try setMirror(rig, of: .screen("HDMI-A-2"), fit: .stretch) else {
      Issue.record("it is not answered with the frame that shows it")
      return
    }
    #expect(try mirrored(rig) == "HDMI-A-2")
    _ = try setMirror(rig, of: .main)
    let decision = try rig.coordinator().decision
    #expect(decision.mirror.screen == "eDP-1")
    #expect(decision.mirror.fit == .stretch)
    #expect(decision.mirror.source == .runtime)
    #expect(rig.lastShown(1)?.layers.first?.frame == PointRect(x: 0, y: 0, width: 1280, height: 720))
    #expect(decision.modesets == 1)
    _ = try setMirror(rig)
    #expect(try rig.coordinator().decision.mirror.source == .standard)
    #expect(rig.lastShown(1)?.layers.first?.frame == PointRect(x: 160, y: 0, width: 960, height: 720))
  }

  @Test("a fit alone keeps the file's source, and a reset undoes all")
  func fitAlone() throws {
    let rig = rig(["HDMI-A-1": MirrorWish(.screen("HDMI-A-2"))])
    _ = try setMirror(rig, fit: .fill)
    #expect(try mirrored(rig) == "HDMI-A-2")
    #expect(try rig.coordinator().decision.mirror.fit == .fill)
    try rig.coordinator().reset { _ in }
    rig.answer()
    #expect(try rig.coordinator().decision.mirror.fit == .letterbox)
  }

  @Test("a screen that shows scenes keeps the choice for later, and reports that")
  func unseen() throws {
    let rig = rig()
    try rig.system.setSupport(.external, for: .screen("HDMI-A-1")) { _ in }
    rig.answer()
    guard case .kept(let note, let hint) = try setMirror(rig, of: .screen("HDMI-A-2")) else {
      Issue.record("it is answered as if it were seen")
      return
    }
    #expect(note == "HDMI-A-1 does not mirror now; the choice is kept")
    #expect(hint == "\"marqueectl support HDMI-A-1 mirror\" has it mirror")
    try rig.system.setSupport(.mirror, for: .screen("HDMI-A-1")) { _ in }
    rig.answer()
    #expect(try mirrored(rig) == "HDMI-A-2")
  }

  @Test("if it is to mirror already, it reports why it does not")
  func reasons() throws {
    let rig = SystemRig(policy: policy(), apps: [lobby.app()])
    rig.plug(1)
    func note(_ source: MirrorWish.Source) throws -> String {
      guard case .kept(let note, _) = try setMirror(rig, of: source) else { return "no note" }
      return note
    }
    #expect(try note(.main).contains("does not mirror now, because there is no main screen to mirror;"))
    #expect(
      try note(.application)
        .contains("does not mirror now, because no other screen shows application scenes of its foreground app;"))
    try rig.coordinator().setPower(false) { _ in }
    rig.answer()
    #expect(try note(.main).contains("HDMI-A-1 is dark, because it was turned off"))
  }

  @Test("rings, itself, screens that are not there, and the main screen as a mirror are refused, and change nothing")
  func refused() throws {
    let rig = rig(["HDMI-A-2": MirrorWish(.screen("HDMI-A-1"))])
    let kept = rig.kept
    for (screen, source, reason) in [
      ("HDMI-A-1", MirrorWish.Source.screen("HDMI-A-2"), "screens mirror each other: HDMI-A-1, HDMI-A-2, HDMI-A-1"),
      ("HDMI-A-1", .screen("HDMI-A-1"), "it cannot mirror itself"), ("HDMI-A-1", .screen("DP-7"), "DP-7"),
      ("eDP-1", .screen("HDMI-A-1"), "eDP-1 is the main screen"),
    ] {
      let error = #expect(throws: SceneError.self) { try setMirror(rig, screen, of: source) }
      #expect("\(String(describing: error))".contains(reason))
    }
    let error = #expect(throws: SceneError.self) { try setMirror(rig, "eDP-1", fit: .fill) }
    #expect("\(String(describing: error))".contains("eDP-1 is the main screen"))
    #expect(rig.kept == kept)
    #expect(try mirrored(rig) == "eDP-1")
  }

  @Test("a changing picture looks up no choice: the last decision counts until the next one")
  func decided() throws {
    let rig = rig()
    let panel = try rig.coordinator("eDP-1")
    for source in [MirrorWish.Source.screen("HDMI-A-2"), .application] {
      rig.system.pass.input {
        rig.system.model.memory.updateChoices { $1.mirror = MirrorWish(source) }
        rig.system.mirrors.pictureDidChange(on: panel.screenScenes)
      }
      rig.answer()
      #expect(try mirrored(rig) == "eDP-1")
    }
    let mirror = try rig.coordinator()
    rig.system.pass.input { mirror.reconsider() }
    rig.answer()
    #expect(try mirrored(rig) == nil)
  }

  @Test("it is kept with the display, and holds after a restart")
  func kept() throws {
    let first = rig()
    _ = try setMirror(first, of: .screen("HDMI-A-2"), fit: .fill)
    #expect(first.kept?.displays.compactMap(\.choices.mirror) == [MirrorWish(.screen("HDMI-A-2"), fit: .fill)])
    let second = rig(state: first.kept)
    #expect(try mirrored(second) == "HDMI-A-2")
    #expect(try second.coordinator().decision.mirror.fit == .fill)
  }

  @Test("screens that mirror through it are decided again if the choice closes a ring, or a reset opens it")
  func others() throws {
    // By the file they would mirror each other; the user's word has opened that ring.
    let rig = rig(["HDMI-A-1": MirrorWish(.screen("HDMI-A-2")), "HDMI-A-2": MirrorWish(.screen("HDMI-A-1"))])
    #expect(try mirrored(rig, "HDMI-A-2") == nil)
    _ = try setMirror(rig, of: .main)
    #expect(try mirrored(rig, "HDMI-A-2") == "HDMI-A-1")
    try rig.coordinator().reset { _ in }
    rig.answer()
    #expect(try mirrored(rig, "HDMI-A-2") == nil)
  }
}
