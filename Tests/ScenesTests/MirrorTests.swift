import Composition
import DisplayTypes
import Testing

@testable import Scenes

@Suite("Mirror of the main screen")
@MainActor
struct MirrorTests {
  let lobby = TestApp("lobby", 1)
  let idle = Color(red: 9, green: 9, blue: 9)

  private func rig(_ support: ExternalSupport, hasScene: Bool = true) -> SystemRig {
    SystemRig(
      policy: ScreenPolicy(support: Sourced(support), idleColor: idle, foregroundApp: Sourced("lobby")),
      apps: [lobby.app(hasScene: hasScene)])
  }

  /// The layer in the middle of a screen, and its background.
  private func picture(_ rig: SystemRig, _ number: UInt64) throws -> [LayerContents] {
    let tree = try #require(rig.lastShown(number))
    return [.solid(tree.background)] + tree.layers.map(\.contents)
  }

  @Test("the main screen's picture is shown with black around it, also if it comes later")
  func mirrors() throws {
    let rig = rig(.mirror)
    rig.plug(1)
    #expect(try picture(rig, 1) == [.solid(idle)])
    #expect(try rig.coordinator().mirroredScreen == nil)
    rig.plug(2, name: "eDP-1", placement: .builtIn, modes: [SystemRig.mode(1024, 768, isPreferred: true)])
    #expect(try picture(rig, 1) == [.solid(.black), .solid(idle)])
    #expect(try rig.coordinator().mirroredScreen == "eDP-1")
    // 4:3 in 16:9: as high, and in the middle.
    #expect(rig.lastShown(1)?.layers.first?.frame == PointRect(x: 160, y: 0, width: 960, height: 720))
    #expect(lobby.log.isEmpty)
  }

  @Test("it follows the main screen, and shows the idle frame when that goes")
  func follows() throws {
    let rig = rig(.mirror)
    rig.plug(2, name: "eDP-1", placement: .builtIn)
    rig.plug(1)
    try rig.coordinator("eDP-1").setBlank(true) { _ in }
    rig.answer()
    #expect(try picture(rig, 1) == [.solid(.black), .solid(.black)])
    try rig.coordinator("eDP-1").setBlank(false) { _ in }
    rig.answer()
    #expect(try picture(rig, 1) == [.solid(.black), .solid(idle)])
    rig.unplug(2)
    #expect(try picture(rig, 1) == [.solid(idle)])
    #expect(try rig.coordinator().decision.modesets == 1)
  }

  private func rule(_ connector: String, _ source: MirrorWish.Source, fit: MirrorFit = .letterbox) -> ModeRule {
    ModeRule(
      match: Sourced(ScreenMatch(connector: GlobPattern(connector))), support: Sourced(.mirror),
      mirror: Sourced(MirrorWish(source, fit: fit)))
  }

  @Test("the configured screen is mirrored, also through another one, and when it comes later")
  func named() throws {
    let rig = SystemRig(
      policy: ScreenPolicy(
        rules: [rule("HDMI-A-1", .screen("HDMI-A-2"), fit: .stretch), rule("HDMI-A-2", .screen("DP-1"))],
        idleColor: idle, foregroundApp: Sourced("lobby")), apps: [lobby.app()])
    rig.plug(1)
    #expect(try picture(rig, 1) == [.solid(idle)])
    rig.plug(2, serial: "2", modes: [SystemRig.mode(1024, 768, isPreferred: true)])
    #expect(try picture(rig, 1) == [.solid(.black), .solid(idle)])
    rig.plug(3, name: "DP-1", serial: "3")
    #expect(try picture(rig, 2) == [.solid(.black), .solid(lobby.color)])
    // Stretched: the letterboxed picture within it has black above and below, and no black beside it.
    #expect(rig.lastShown(1)?.layers.first?.frame == PointRect(x: 0, y: 0, width: 1280, height: 720))
    #expect(rig.lastShown(1)?.layers.first?.sublayers.first?.contents == .solid(lobby.color))
    #expect(try rig.coordinator().mirroredScreen == "HDMI-A-2")
    // The layers of the app change: all three in the same turn.
    lobby.scene?.window?.replace(LayerTree(background: .white))
    rig.answer()
    #expect(rig.lastShown(1)?.layers.first?.sublayers.first?.contents == .solid(.white))
    rig.unplug(3)
    #expect(try picture(rig, 2) == [.solid(idle)])
    #expect(try rig.coordinator().decision.modesets == 1)
  }

  @Test("the display thread gets the source of the frames once, and again when that screen was lit again")
  func counted() throws {
    let rig = SystemRig(
      policy: ScreenPolicy(
        rules: [rule("HDMI-A-1", .screen("DP-1"))], idleColor: idle, foregroundApp: Sourced("lobby")),
      apps: [lobby.app()])
    rig.plug(3, name: "DP-1", serial: "3")
    rig.plug(1)
    let (mirror, source) = (ScreenID(rawValue: 1), ScreenID(rawValue: 3))
    #expect(rig.follows.map(\.source) == [source])
    #expect(rig.follows.map(\.screen) == [mirror])
    for _ in 0..<5 {
      lobby.scene?.window?.replace(LayerTree(background: .white))
      rig.answer()
    }
    #expect(rig.follows.count == 1)
    rig.unplug(3)
    #expect(rig.follows.map(\.source) == [source, nil])
    rig.plug(3, name: "DP-1", serial: "3")
    // It is still dark when the mirror is decided.
    #expect(rig.follows.last?.source == source)
    let told = rig.follows.count
    try rig.coordinator("DP-1").setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    #expect(rig.follows.count == told + 1)
  }

  @Test("a mirror of a frozen screen shows the frozen picture until its end")
  func held() throws {
    let rig = SystemRig(
      policy: ScreenPolicy(
        rules: [rule("HDMI-A-1", .screen("DP-1"))], idleColor: idle, foregroundApp: Sourced("lobby")),
      apps: [lobby.app()])
    rig.plug(3, name: "DP-1", serial: "3")
    rig.plug(1)
    try rig.coordinator("DP-1").setFrozen(true) { _ in }
    lobby.scene?.window?.replace(LayerTree(background: .white))
    try rig.coordinator().choose({ $0.transform = .rotated180 }) { _ in }
    rig.answer()
    #expect(try picture(rig, 1) == [.solid(.black), .solid(lobby.color)])
    try rig.coordinator("DP-1").setFrozen(false) { _ in }
    rig.answer()
    #expect(try picture(rig, 1) == [.solid(.black), .solid(.white)])
  }

  @Test("screens that mirror each other show the idle frame, and explain gives the reason")
  func ring() throws {
    let rig = SystemRig(
      policy: ScreenPolicy(
        rules: [rule("HDMI-A-1", .screen("HDMI-A-2")), rule("HDMI-A-2", .screen("HDMI-A-1"))], idleColor: idle,
        foregroundApp: Sourced("lobby")), apps: [lobby.app()])
    rig.plug(1)
    rig.plug(2, serial: "2")
    for number: UInt64 in [1, 2] { #expect(try picture(rig, number) == [.solid(idle)]) }
    let reason = try rig.coordinator().decision.picture.reasons.first { $0.rule == "mirror" }
    #expect(reason?.text == "screens mirror each other: HDMI-A-1, HDMI-A-2, HDMI-A-1")
  }

  @Test("a ring that another configuration closes for a moment is no ring: a mirror and its source change places")
  func swapped() throws {
    func policy(_ mirror: String, of source: String) -> ScreenPolicy {
      ScreenPolicy(
        rules: [rule(mirror, .screen(source))], idleColor: idle, foregroundApp: Sourced("lobby"))
    }
    let rig = SystemRig(policy: policy("HDMI-A-1", of: "HDMI-A-2"), apps: [lobby.app()])
    // The screen that becomes the mirror is decided first.
    rig.plug(2, serial: "2")
    rig.plug(1)
    #expect(try picture(rig, 1) == [.solid(.black), .solid(lobby.color)])
    rig.system.apply(policy: policy("HDMI-A-2", of: "HDMI-A-1"), apps: [lobby.app()])
    rig.answer()
    #expect(try rig.coordinator("HDMI-A-2").mirroredScreen == "HDMI-A-1")
    #expect(try rig.coordinator("HDMI-A-1").mirroredScreen == nil)
    #expect(rig.lastShown(1)?.background == lobby.color)
    #expect(try picture(rig, 2) == [.solid(.black), .solid(lobby.color)])
  }

  @Test("an app that takes its window off makes room for the mirror at once, and takes the screen back with it")
  func windowOnAndOff() throws {
    let rig = rig(.external)
    rig.plug(2, name: "eDP-1", placement: .builtIn)
    rig.plug(1)
    #expect(rig.lastShown(1)?.background == lobby.color)
    let scene = try #require(lobby.scene)
    scene.window = nil
    rig.answer()
    #expect(try picture(rig, 1) == [.solid(.black), .solid(idle)])
    scene.window = Window()
    rig.answer()
    #expect(rig.lastShown(1)?.background == lobby.color)
    #expect(try rig.coordinator().decision.modesets == 1)
  }

  @Test("with support for external scenes it is the picture if no app has one")
  func standsIn() throws {
    let rig = rig(.external, hasScene: false)
    rig.plug(2, name: "eDP-1", placement: .builtIn)
    rig.plug(1)
    #expect(try picture(rig, 1) == [.solid(.black), .solid(idle)])
    rig.system.apply(
      policy: ScreenPolicy(idleColor: idle, foregroundApp: Sourced("lobby")), apps: [lobby.app()])
    rig.answer()
    #expect(rig.lastShown(1)?.background == lobby.color)
    #expect(try rig.coordinator().mirroredScreen == nil)
  }
}
