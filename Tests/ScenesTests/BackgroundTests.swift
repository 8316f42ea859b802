import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Scenes that their screen does not show: they stay as they are, return, and are reclaimed if there are too many.
@Suite("Scenes in the background")
@MainActor
struct BackgroundTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let idle = Color(red: 9, green: 9, blue: 9)

  private func rig(menuModes: [Sourced<ModeWish>] = [], bound: Int = 8, others: [App] = []) -> SystemRig {
    let menuApp = menu.app()
    menuApp.manifest = SceneManifest(configurations: [
      .externalDisplayNonInteractive: [SceneConfiguration(name: "main", modes: menuModes)]
    ])
    return SystemRig(
      policy: ScreenPolicy(idleColor: idle, foregroundApp: Sourced("lobby"), backgroundScenes: bound),
      apps: [lobby.app(), menuApp] + others)
  }

  private func show(_ app: String, _ rig: SystemRig) throws {
    try rig.system.setForeground(app, on: nil) { _ in }
    rig.answer()
  }

  @Test("another app in the foreground sends a scene to the background, and the way back returns the same")
  func switchingMovesAndReturns() throws {
    let rig = rig()
    rig.plug()
    let scene = try #require(lobby.scene)
    try show("menu", rig)
    #expect(lobby.scene?.state == .background)
    #expect(rig.takeShown().last == menu.color)
    try show("lobby", rig)
    #expect(lobby.scene === scene)
    #expect(scene.state == .foregroundActive)
    #expect(menu.scene?.state == .background)
    #expect(rig.takeShown() == [lobby.color])
    #expect(lobby.log == ["connect"])
    #expect(try rig.coordinator().decision.modesets == 1)
  }

  @Test("it returns with the tree that its window has, and without another layout")
  func returnsWithoutAnotherLayout() throws {
    let rig = rig()
    rig.plug()
    try show("menu", rig)
    let layouts = lobby.layouts
    // Changes by its app are visible when it returns, not before.
    var tree = try #require(lobby.scene?.window?.tree)
    tree.background = Color(red: 77, green: 0, blue: 0)
    _ = rig.takeShown()
    lobby.scene?.window?.replace(tree)
    rig.answer()
    #expect(rig.takeShown().isEmpty)
    try show("lobby", rig)
    #expect(rig.takeShown() == [tree.background])
    #expect(lobby.layouts == layouts)
  }

  @Test("a scene with a changed geometry is notified and laid out again before it is shown")
  func anotherGeometryIsLaidOutFirst() throws {
    let rig = rig(menuModes: [Sourced(try ModeWish("800x600"))])
    rig.plug()
    try show("menu", rig)
    #expect(rig.shown[ScreenID(rawValue: 1)]?.last?.mode == PixelSize(width: 800, height: 600))
    try rig.coordinator().choose({ $0.transform = .rotated180 }) { _ in }
    rig.answer()
    #expect(lobby.updates.isEmpty)
    _ = rig.takeShown()
    try show("lobby", rig)
    let frames = (rig.shown[ScreenID(rawValue: 1)] ?? []).filter { $0.tree.background == lobby.color }
    #expect(!frames.isEmpty)
    for frame in frames {
      #expect(frame.mode == PixelSize(width: 1280, height: 720))
      #expect(frame.tree.layers.first?.frame.size == PointSize(width: 1280, height: 720))
    }
    #expect(lobby.updates.map(\.geometry.transform) == [.normal])
    #expect(lobby.updates.map(\.screen) == ["HDMI-A-1"])
  }

  @Test(
    "content that was chosen for it in the foreground is still there, and a temporary one ends in the background too")
  func contentStays() throws {
    let rig = rig()
    rig.plug()
    let (chosen, passing) = (Color(red: 30, green: 0, blue: 0), Color(red: 40, green: 0, blue: 0))
    try rig.coordinator().show(.color(chosen)) { _ in }
    try rig.coordinator().show(.color(passing), for: 1_000_000_000) { _ in }
    rig.answer()
    #expect(rig.takeShown().last == passing)
    try show("menu", rig)
    try show("lobby", rig)
    #expect(rig.takeShown().last == passing)
    try show("menu", rig)
    rig.advance(milliseconds: 1100)
    #expect(rig.takeShown().last == menu.color)
    try show("lobby", rig)
    #expect(rig.takeShown() == [chosen])
  }

  @Test("above the bound the scene that has been in the background longest ends, and its session stays")
  func reclaimed() throws {
    let news = TestApp("news", 3)
    let rig = rig(bound: 1, others: [news.app()])
    rig.plug()
    try show("menu", rig)
    #expect(lobby.log == ["connect"])
    try show("news", rig)
    #expect(lobby.log == ["connect", "disconnect reclaimed"])
    #expect(menu.log == ["connect"])
    try show("lobby", rig)
    #expect(rig.takeShown().last == lobby.color)
    #expect(rig.system.sessions.count == 3)
    #expect(lobby.log == ["connect", "disconnect reclaimed", "connect"])
  }

  @Test("a scene without a window is not reclaimed, so that it can attach one at any time")
  func staysWithoutWindow() throws {
    lobby.attachesWindow = false
    let rig = rig(bound: 0)
    rig.plug()
    for isBlank in [true, false] {
      try rig.coordinator().setBlank(isBlank) { _ in }
      rig.answer()
    }
    #expect(lobby.log == ["connect"])
    lobby.scene?.window = Window()
    rig.answer()
    #expect(rig.takeShown().last == lobby.color)
    try show("menu", rig)
    #expect(lobby.log == ["connect", "disconnect reclaimed"])
  }

  @Test("a display that was powered off keeps its scenes, in the background")
  func power() throws {
    let rig = rig()
    rig.plug()
    try rig.coordinator().setPower(false) { _ in }
    rig.answer()
    #expect(lobby.scene?.state == .background)
    try rig.coordinator().setPower(true) { _ in }
    rig.answer()
    #expect(lobby.scene?.state == .foregroundActive)
    #expect(lobby.log == ["connect"])
    #expect(rig.takeShown().last == lobby.color)
  }

  @Test("scenes wait in the background while no mode holds")
  func noMode() throws {
    let rig = rig()
    rig.plug()
    rig.refusedSizes = Set(
      [(1280, 720), (800, 600), (1024, 768), (640, 480)].map { PixelSize(width: $0.0, height: $0.1) })
    rig.unplug()
    rig.plug()
    #expect(lobby.scene?.state == .background)
    rig.refusedSizes = []
    rig.advance(milliseconds: 1100)
    #expect(lobby.scene?.state == .foregroundActive)
    #expect(rig.takeShown().last == lobby.color)
    #expect(lobby.log == ["connect"])
  }

  @Test("a reload while the display is away ends only scenes of removed apps, and the others follow it later")
  func reloadWhileAway() throws {
    let rig = rig()
    rig.plug()
    try show("menu", rig)
    let other = Color(red: 50, green: 0, blue: 0)
    let changed = menu.app()
    changed.manifest = SceneManifest(configurations: [
      .externalDisplayNonInteractive: [SceneConfiguration(name: "main", content: .color(other))]
    ])
    rig.unplug()
    rig.system.apply(policy: ScreenPolicy(foregroundApp: Sourced("menu")), apps: [changed])
    #expect(lobby.log == ["connect", "disconnect foreground"])
    #expect(menu.log == ["connect"])
    rig.plug()
    #expect(menu.log == ["connect"])
    #expect(rig.takeShown().last == other)
  }

  @Test("a reload ends the scenes of apps that left, in the background too, and brings others their new content")
  func reload() throws {
    let rig = rig()
    rig.plug()
    try show("menu", rig)
    let (policy, other) = (ScreenPolicy(foregroundApp: Sourced("lobby")), Color(red: 50, green: 0, blue: 0))
    let changed = menu.app()
    changed.manifest = SceneManifest(configurations: [
      .externalDisplayNonInteractive: [SceneConfiguration(name: "main", content: .color(other))]
    ])
    rig.system.apply(policy: policy, apps: [changed])
    rig.answer()
    #expect(lobby.log == ["connect", "disconnect foreground"])
    #expect(menu.log == ["connect"])
    #expect(rig.takeShown().last == other)
  }
}
