import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

@Suite("ScreenCoordinator")
@MainActor
struct ScreenCoordinatorTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let idle = Color(red: 9, green: 9, blue: 9)

  private func rig(
    foreground: String = "lobby", rules: [ModeRule] = [], menuIsFallback: Bool = false
  ) -> SystemRig {
    SystemRig(
      policy: ScreenPolicy(rules: rules, idleColor: idle, foregroundApp: Sourced(foreground)),
      apps: [lobby.app(), menu.app(isFallback: menuIsFallback)])
  }

  @Test("a plug is one modeset with the cleared frame, then the scene's first frame")
  func plug() throws {
    let rig = rig()
    rig.plug()
    #expect(rig.takeShown() == [idle, lobby.color])
    #expect(try rig.coordinator().decision.modesets == 1)
    #expect(lobby.log == ["connect"])
  }

  @Test("a mode change carries the scene, laid out for the new mode")
  func modeChange() throws {
    let rig = rig()
    rig.plug()
    _ = rig.takeShown()
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    let layouts = (rig.shown[ScreenID(rawValue: 1)] ?? []).map { $0.tree.layers.first?.frame.size }
    #expect(layouts.first == PointSize(width: 800, height: 600))
    #expect(Set(layouts) == [PointSize(width: 800, height: 600)])
    #expect(try rig.coordinator().decision.modesets == 2)
    #expect(lobby.log == ["connect"])
  }

  @Test("the layout of one candidate is never shown in the next")
  func refusedCandidate() throws {
    let rig = rig()
    rig.plug()
    rig.unplug()
    // The scene lives on. The preferred mode is laid out and refused; for the next no layout succeeds.
    rig.advance(milliseconds: 500)
    rig.refusedSizes = [PixelSize(width: 1280, height: 720)]
    lobby.failingSizes = [PixelSize(width: 800, height: 600)]
    rig.plug()
    #expect(rig.shown[ScreenID(rawValue: 1)]?.first?.mode == PixelSize(width: 800, height: 600))
    let wrong = (rig.shown[ScreenID(rawValue: 1)] ?? []).filter { frame in
      guard let size = frame.tree.layers.first?.frame.size else { return false }
      return size != PointSize(width: Double(frame.mode.width), height: Double(frame.mode.height))
    }
    #expect(wrong.isEmpty)
  }

  @Test("a layout from before another content was chosen is not shown")
  func overtakenLayout() throws {
    let (first, slow) = (Color(red: 30, green: 0, blue: 0), Color(red: 40, green: 0, blue: 0))
    lobby.slowColor = slow
    let rig = rig()
    rig.plug()
    let screen = try rig.coordinator()
    try screen.show(.color(slow)) { _ in }
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    lobby.slowLayouts = []
    try screen.setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    var shown: LayerTree?
    try screen.show(.color(first)) { _ in shown = rig.lastShown() }
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(shown?.background == first)
    #expect(rig.lastShown()?.background == first)
  }

  @Test("a mode counts as shown when its first frame is, which is asked for after every modeset")
  func firstFrame() throws {
    let rig = rig()
    lobby.slowColor = lobby.color
    rig.plug()
    let screen = try rig.coordinator()
    #expect(rig.isLit(1) && !screen.hasShownFirstFrame)
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(screen.hasShownFirstFrame)
    lobby.slowColor = nil
    rig.stall()
    #expect(screen.decision.modesets == 2)
    #expect(screen.lastPresented != nil)
  }

  @Test("an inset of more pixels than the mode allows is reported")
  func excessiveOverscan() throws {
    let rig = rig()
    rig.plug()
    try rig.coordinator().choose({ $0.overscan = OverscanInsets(top: .pixels(180), left: .pixels(321)) }) { _ in }
    rig.answer()
    let messages = rig.events.compactMap { event -> String? in
      if case .trouble(_, let message) = event.kind { return message }
      return nil
    }
    #expect(messages == ["overscan left 321px is more than a quarter of the mode's 1280 pixels, so it is 320px"])
  }

  @Test("a late layout is not shown after the choice has changed again")
  func lateLayout() throws {
    let (first, slow) = (Color(red: 30, green: 0, blue: 0), Color(red: 40, green: 0, blue: 0))
    lobby.slowColor = slow
    let rig = rig()
    rig.plug()
    let screen = try rig.coordinator()
    try screen.show(.color(first)) { _ in }
    try screen.show(.color(slow)) { _ in }
    try screen.show(.color(first)) { _ in }
    rig.answer()
    _ = rig.takeShown()
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(rig.takeShown().isEmpty)
  }

  @Test("content that is shown for a time has all of it, however long it takes until it is shown")
  func temporaryContent() throws {
    let slow = Color(red: 40, green: 0, blue: 0)
    lobby.slowColor = slow
    let rig = rig()
    rig.plug()
    _ = rig.takeShown()
    try rig.coordinator().show(.color(slow), for: 1_000_000_000) { _ in }
    rig.advance(milliseconds: 5_000)
    #expect(rig.takeShown().isEmpty)
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    rig.advance(milliseconds: 900)
    #expect(rig.takeShown() == [slow])
    rig.advance(milliseconds: 200)
    #expect(rig.takeShown() == [lobby.color])
  }

  @Test("a wish of the scene that the rule does not allow is reported as refused")
  func refusedWish() throws {
    let rule = ModeRule(match: Sourced(.any), allowsAppModes: Sourced(false))
    let wish = SceneConfiguration(name: "main", modes: [Sourced(try ModeWish("800x600"))])
    let app = lobby.app()
    app.manifest = SceneManifest(configurations: [.externalDisplayNonInteractive: [wish]])
    let rig = SystemRig(policy: ScreenPolicy(rules: [rule], foregroundApp: Sourced("lobby")), apps: [app])
    rig.plug()
    let decision = try rig.coordinator().decision
    #expect(decision.winner?.name == "1280x720@60")
    #expect(decision.plan.refusals.map(\.wish) == ["800x600"])
  }

  @Test("a blank screen is black in its modesets too")
  func blankModeset() throws {
    let rig = rig()
    rig.plug()
    try rig.coordinator().setBlank(true) { _ in }
    rig.answer()
    _ = rig.takeShown()
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    let shown = rig.takeShown()
    #expect(!shown.isEmpty && Set(shown) == [.black])
    rig.unplug()
    rig.plug()
    let replugged = rig.takeShown()
    #expect(!replugged.isEmpty && Set(replugged) == [.black])
  }

  @Test("an app without a window makes room at once, and takes the screen back as soon as it has one")
  func windows() throws {
    let rig = rig(menuIsFallback: true)
    lobby.attachesWindow = false
    rig.plug()
    #expect(rig.takeShown() == [idle, menu.color])
    #expect(lobby.scene?.state == .background)
    #expect(menu.scene?.state == .foregroundActive)

    lobby.scene?.window = Window()
    rig.answer()
    #expect(rig.takeShown() == [lobby.color])
    #expect(lobby.log == ["connect"])
    #expect(lobby.scene?.state == .foregroundActive)
    #expect(menu.log == ["connect"])
    #expect(menu.scene?.state == .background)

    lobby.scene?.window = nil
    rig.answer()
    #expect(rig.takeShown() == [menu.color])
    #expect(try rig.coordinator().decision.modesets == 1)
    #expect(rig.system.sessions.count == 2)
  }

  @Test("a scene without a window ends with its display, and stays when its app is not in the foreground any more")
  func windowlessEnds() throws {
    let rig = rig(menuIsFallback: true)
    lobby.attachesWindow = false
    rig.plug()
    rig.unplug()
    rig.advance(milliseconds: 1600)
    #expect(lobby.log == ["connect", "disconnect unplug"])
    rig.plug()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    #expect(lobby.log == ["connect", "disconnect unplug", "connect"])
    #expect(lobby.scene?.state == .background)
  }

  @Test("if the same display returns within a second and a half its scene stays, and a full modeset follows")
  func flap() throws {
    let rig = rig()
    rig.plug()
    rig.unplug()
    rig.advance(milliseconds: 1000)
    rig.plug()
    #expect(lobby.log == ["connect"])
    #expect(try rig.coordinator().decision.modesets == 1)
    rig.unplug()
    rig.advance(milliseconds: 1600)
    #expect(lobby.log == ["connect", "disconnect unplug"])
    rig.plug()
    #expect(rig.system.sessions.map(\.identifier) == ["session-1"])
  }

  @Test(
    "equal displays on two connectors keep a session each, replugged in either order", arguments: [[1, 2], [2, 1]])
  func twins(order: [UInt64]) {
    let rig = rig()
    rig.plug(1)
    rig.plug(2)
    let before = Set(rig.system.sessions.map { "\($0.identifier) \($0.connector)" })
    #expect(before == ["session-1 HDMI-A-1", "session-2 HDMI-A-2"])
    for number in [1, 2] as [UInt64] { rig.unplug(number) }
    rig.advance(milliseconds: 2000)
    for number in order { rig.plug(number) }
    #expect(Set(rig.system.sessions.map { "\($0.identifier) \($0.connector)" }) == before)
  }

  @Test("an unknown display that is to stay idle does so through changes and replugs, until a call puts an app on it")
  func unknownScreen() throws {
    let policy = ScreenPolicy(unknownScreens: .idle, idleColor: idle, foregroundApp: Sourced("lobby"))
    let rig = SystemRig(policy: policy, apps: [lobby.app()])
    rig.plug()
    try rig.coordinator().choose({ $0.transform = .rotated180 }) { _ in }
    rig.answer()
    #expect(Set(rig.takeShown()) == [idle])
    rig.unplug()
    rig.plug()
    #expect(Set(rig.takeShown()) == [idle])
    try rig.system.setForeground("lobby", on: "HDMI-A-1") { _ in }
    rig.answer()
    #expect(rig.takeShown().last == lobby.color)
    rig.unplug()
    rig.plug()
    #expect(rig.takeShown().last == lobby.color)
  }

  @Test("the console's screen is not turned off when it is unplugged")
  func unpluggedConsole() {
    let rig = rig(rules: [ModeRule(match: Sourced(.any), use: Sourced(.console))])
    rig.plug()
    rig.unplug()
    rig.plug()
    #expect(rig.turnOffs == 0)
  }

  @Test("a screen that the configuration gives to the console goes dark, and is not touched after that")
  func console() throws {
    let rig = rig()
    rig.plug()
    let rule = ModeRule(match: Sourced(.any), use: Sourced(.console))
    rig.system.apply(
      policy: ScreenPolicy(rules: [rule], foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app()])
    rig.answer()
    #expect(lobby.log == ["connect", "disconnect support"])
    #expect(try rig.coordinator().screen?.currentMode == nil)
    rig.plug(2)
    #expect(rig.takeShown(2).isEmpty)
  }

  @Test("every mode refused: it is tried again, and lit as soon as one works")
  func allRefused() throws {
    let rig = rig()
    rig.refusedSizes = Set(
      [(1280, 720), (800, 600), (1024, 768), (640, 480)].map { PixelSize(width: $0.0, height: $0.1) })
    rig.plug()
    #expect(rig.takeShown().isEmpty)
    rig.refusedSizes = []
    rig.advance(milliseconds: 1100)
    #expect(rig.takeShown().last == lobby.color)
  }
}
