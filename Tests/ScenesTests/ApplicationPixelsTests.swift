import Composition
import ContentModel
import DisplayTypes
import Testing

@testable import Scenes

/// The pictures of application scenes: mirrored, masked, moved by refreshes.
@Suite("Pictures of application scenes")
@MainActor
struct ApplicationPixelsTests {
  let notes = TestApp("notes", 1)
  let menu = TestApp("menu", 2)
  let window = Color(red: 100, green: 0, blue: 0)

  private func rig(isPrivate: Bool = false, rules: [ModeRule] = []) throws -> SystemRig {
    let app = notes.app(hasScene: false, isPrivate: isPrivate)
    app.manifest.configurations[.application] = [SceneConfiguration(name: "note", content: .color(window))]
    let rig = SystemRig(
      policy: ScreenPolicy(rules: rules, foregroundApp: Sourced("notes")), apps: [app, menu.app()])
    rig.plug(9, name: "eDP-1", serial: "9", placement: .builtIn)
    rig.plug(1)
    rig.plug(2, serial: "2", modes: [SystemRig.mode(800, 600, isPreferred: true, hertz: 50)])
    try rig.system.applications.ownInput(of: "notes")
    rig.answer()
    return rig
  }

  private func place(_ rig: SystemRig, _ screen: String?) throws {
    try rig.system.applications.place("notes", on: screen, byHand: true) { _ in }
    rig.answer()
  }

  /// Whether a screen shows a colour, or got a command to show it since the last call.
  private func shows(_ color: Color, on number: UInt64, of rig: SystemRig) -> Bool {
    (rig.shown[ScreenID(rawValue: number)] ?? []).contains { _, tree in
      var frame = ResolvedFrame()
      tree.resolve(
        for: OutputGeometry(mode: PixelSize(width: 1280, height: 720)), at: .zero, frameNumber: 0, into: &frame)
      return frame.background == color || frame.layers.contains { $0.contents == .solid(color) }
    }
  }

  @Test("a mirror of the app's application scenes follows them to whichever screen they are on")
  func mirrored() throws {
    let rule = ModeRule(
      match: Sourced(ScreenMatch(connector: GlobPattern("HDMI-A-2"))),
      mirror: Sourced(MirrorWish(.application)))
    let rig = try rig(rules: [rule])
    #expect(try rig.coordinator("HDMI-A-2").mirroredScreen == "eDP-1")
    #expect(rig.lastShown(2)?.layers.first?.contents == .solid(window))
    try place(rig, "HDMI-A-1")
    #expect(try rig.coordinator("HDMI-A-2").mirroredScreen == "HDMI-A-1")
    #expect(rig.lastShown(2)?.layers.first?.contents == .solid(window))
    // The mirror and its source would be the same screen, so there is none.
    try place(rig, "HDMI-A-2")
    #expect(rig.lastShown(2)?.background == window)
    #expect(try rig.coordinator("HDMI-A-2").mirroredScreen == nil)
    try place(rig, nil)
    #expect(try rig.coordinator("HDMI-A-2").mirroredScreen == "eDP-1")
    #expect(try rig.coordinator("HDMI-A-2").decision.modesets == 1)
  }

  @Test("a screen can mirror the mirror of its application scenes after these have left it")
  func ring() throws {
    func rule(_ screen: String, _ source: MirrorWish.Source, _ support: ExternalSupport?) -> ModeRule {
      ModeRule(
        match: Sourced(ScreenMatch(connector: GlobPattern(screen))), support: support.map { Sourced($0) },
        mirror: Sourced(MirrorWish(source)))
    }
    let rig = try rig(rules: [rule("HDMI-A-1", .application, .mirror), rule("HDMI-A-2", .screen("HDMI-A-1"), nil)])
    try place(rig, "HDMI-A-2")
    #expect(try rig.coordinator("HDMI-A-1").mirroredScreen == "HDMI-A-2")
    try rig.system.setSupport(.mirror, for: .screen("HDMI-A-2")) { _ in }
    rig.answer()
    #expect(try rig.coordinator("HDMI-A-2").mirroredScreen == "HDMI-A-1")
    #expect(try rig.coordinator("HDMI-A-1").mirroredScreen == "eDP-1")
    for number: UInt64 in [1, 2] { #expect(rig.lastShown(number)?.layers.first?.contents != nil) }
  }

  @Test("those of a private app are on the main screen, and on no other, placed there or mirrored")
  func masked() throws {
    let rig = try rig(isPrivate: true)
    #expect(shows(window, on: 9, of: rig))
    #expect(shows(LayerTree.placeholder, on: 1, of: rig))
    try place(rig, "HDMI-A-1")
    #expect(applications.first?.state == .foregroundActive)
    for number: UInt64 in [1, 2] { #expect(!shows(window, on: number, of: rig)) }
    #expect(rig.lastShown(1)?.layers.first?.contents == .solid(LayerTree.placeholder))
  }

  @Test("a link follows its scene to a screen of another refresh, and to the background")
  func linked() throws {
    let rig = try rig()
    var frames = 0
    let link = DisplayLink(scene: try #require(applications.first)) { _ in frames += 1 }
    func count() -> Int {
      let before = frames
      for _ in 0..<1000 { rig.advance(milliseconds: 1) }
      return frames - before
    }
    #expect((59...61).contains(count()))
    try place(rig, "HDMI-A-2")
    #expect((49...51).contains(count()))
    try rig.system.setForeground("menu", on: nil) { _ in }
    try place(rig, nil)
    #expect(count() == 0)
    link.invalidate()
  }

  private var applications: [Scene] {
    notes.delegates.filter { $0.ended == nil }.compactMap(\.scene).filter { $0.session.role == .application }
  }
}
