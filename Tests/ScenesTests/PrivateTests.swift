import Composition
import ContentModel
import DisplayTypes
import Testing

@testable import Scenes

@Suite("Private layers and apps")
@MainActor
struct PrivateTests {
  let notes = TestApp("notes", 201)
  let lobby = TestApp("lobby", 1)

  /// Searches all pictures of a screen since it was lit, with the picture that came with the mode.
  private func shows(_ color: Color, on number: UInt64, of rig: SystemRig) -> Bool {
    (rig.shown[ScreenID(rawValue: number)] ?? []).contains { _, tree in
      var frame = ResolvedFrame()
      tree.resolve(
        for: OutputGeometry(mode: PixelSize(width: 1280, height: 720)), at: .zero, frameNumber: 0, into: &frame)
      return frame.background == color || frame.layers.contains { $0.contents == .solid(color) }
    }
  }

  @Test("a placeholder replaces a private app, also if the file makes only its scene private, and no scene connects")
  func app() throws {
    for app in [notes.app(isPrivate: true), notes.app(hasPrivateScene: true)] {
      let rig = SystemRig(
        policy: ScreenPolicy(foregroundApp: Sourced("notes")), apps: [app, lobby.app(isFallback: true)])
      rig.plug(1)
      #expect(!shows(notes.color, on: 1, of: rig))
      #expect(rig.lastShown(1)?.background == LayerTree.placeholder)
      #expect(notes.log.isEmpty)
      #expect(try rig.coordinator().decision.picture.shown == .masked(app: "notes"))
      try rig.system.setForeground("lobby", on: nil) { _ in }
      rig.answer()
      #expect(rig.lastShown(1)?.background == lobby.color)
    }
  }

  @Test("a session whose configuration left the manifest is private as soon as a remaining configuration is")
  func renamed() throws {
    for isPrivate in [true, false] {
      let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("notes")), apps: [notes.app()])
      rig.plug(1)
      let session = try #require(rig.system.sessions.first)
      rig.unplug(1)
      rig.advance(milliseconds: 2000)
      #expect(!rig.system.isPrivate(session))
      let app = notes.app()
      app.manifest.configurations[.externalDisplayNonInteractive] = [
        SceneConfiguration(name: "other", isPrivate: isPrivate)
      ]
      rig.system.apply(policy: ScreenPolicy(foregroundApp: Sourced("notes")), apps: [app])
      #expect(rig.system.isPrivate(session) == isPrivate)
    }
  }

  @Test("a private app stands in for no other")
  func fallback() {
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")),
      apps: [lobby.app(hasScene: false), notes.app(isFallback: true, isPrivate: true)])
    rig.plug(1)
    #expect(!shows(notes.color, on: 1, of: rig))
    #expect(notes.log.isEmpty)
  }

  @Test("the main screen's picture of a private app is in none of its mirrors, also through another one")
  func mirror() throws {
    let rule = ModeRule(
      match: Sourced(ScreenMatch(connector: GlobPattern("HDMI-A-2"))), support: Sourced(.mirror),
      mirror: Sourced(MirrorWish(.screen("HDMI-A-1"), fit: .fill)))
    let rig = SystemRig(
      policy: ScreenPolicy(rules: [rule], support: Sourced(.mirror)), apps: [notes.app(isAlarm: true, isPrivate: true)])
    rig.plug(9, name: "eDP-1", placement: .builtIn)
    rig.plug(1)
    rig.plug(2, serial: "2")
    #expect(shows(notes.color, on: 9, of: rig))
    for number: UInt64 in [1, 2] {
      #expect(!shows(notes.color, on: number, of: rig))
      #expect(shows(LayerTree.placeholder, on: number, of: rig))
    }
  }

  @Test("a frozen picture on an external display, its own or mirrored, ends when it becomes private")
  func held() throws {
    for isByScene in [true, false] {
      let rule = ModeRule(
        match: Sourced(ScreenMatch(connector: GlobPattern("HDMI-A-2"))), support: Sourced(.mirror),
        mirror: Sourced(MirrorWish(.screen("HDMI-A-1"))))
      let policy = ScreenPolicy(rules: [rule], foregroundApp: Sourced("notes"))
      let rig = SystemRig(policy: policy, apps: [notes.app()])
      rig.plug(1)
      rig.plug(2, serial: "2")
      for name in ["HDMI-A-1", "HDMI-A-2"] { try rig.coordinator(name).setFrozen(true) { _ in } }
      rig.answer()
      rig.system.apply(policy: policy, apps: [notes.app()])
      rig.answer()
      #expect(rig.frozen.count == 2)
      rig.clearShown()
      rig.system.apply(policy: policy, apps: [notes.app(isPrivate: !isByScene, hasPrivateScene: isByScene)])
      rig.answer()
      #expect(rig.frozen.isEmpty)
      for number: UInt64 in [1, 2] {
        #expect(!shows(notes.color, on: number, of: rig))
        #expect(shows(LayerTree.placeholder, on: number, of: rig))
      }
    }
  }

  @Test("a frozen picture on the main screen ends when it becomes private: screenshots and mirrors would not mask it")
  func heldOnTheMainScreen() throws {
    func app(isPrivate: Bool) -> App {
      let app = notes.app(isPrivate: isPrivate)
      app.manifest.configurations[.application] = [SceneConfiguration(name: "note", content: .color(.white))]
      return app
    }
    let policy = ScreenPolicy(support: Sourced(.mirror), foregroundApp: Sourced("notes"))
    let rig = SystemRig(policy: policy, apps: [app(isPrivate: false)])
    rig.plug(9, name: "eDP-1", placement: .builtIn)
    rig.plug(1)
    try rig.coordinator("eDP-1").setFrozen(true) { _ in }
    rig.system.apply(policy: policy, apps: [app(isPrivate: false)])
    rig.answer()
    #expect(rig.frozen.count == 1)
    rig.clearShown()
    rig.system.apply(policy: policy, apps: [app(isPrivate: true)])
    rig.answer()
    #expect(rig.frozen.isEmpty)
    let layers = try #require(rig.lastShown(9)?.layers)
    #expect(!layers.isEmpty && layers.allSatisfy(\.isPrivate))
    #expect(shows(LayerTree.placeholder, on: 1, of: rig))
    #expect(!shows(.white, on: 1, of: rig))
  }

  @Test("a private layer is on no external screen, in any scene, while the rest of the window is")
  func layer() throws {
    let secret = Color(red: 7, green: 8, blue: 9)
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()])
    rig.plug(1)
    let layer = Layer(
      id: LayerID(rawValue: 5), frame: PointRect(x: 0, y: 0, width: 100, height: 100), contents: .solid(secret),
      isPrivate: true)
    lobby.scene?.window?.replace(LayerTree(background: .white, layers: [layer]))
    rig.answer()
    #expect(shows(.white, on: 1, of: rig))
    #expect(shows(LayerTree.placeholder, on: 1, of: rig))
    #expect(!shows(secret, on: 1, of: rig))
  }

  @Test("a screen that is no main screen any more shows the placeholder")
  func noMainScreen() throws {
    let main = ModeRule(match: Sourced(.any), use: Sourced(.main))
    let app = notes.app(isAlarm: true, isPrivate: true)
    let rig = SystemRig(policy: ScreenPolicy(rules: [main]), apps: [app])
    rig.plug(1)
    #expect(shows(notes.color, on: 1, of: rig))
    _ = rig.takeShown(1)
    rig.system.apply(policy: ScreenPolicy(), apps: [app])
    rig.answer()
    #expect(!shows(notes.color, on: 1, of: rig))
    #expect(rig.lastShown(1)?.background == LayerTree.placeholder)
  }
}
