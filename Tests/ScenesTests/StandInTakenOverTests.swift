import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// The next display takes over the scenes of the stand-in.
@Suite("Stand-in, taken over")
@MainActor
struct StandInTakenOverTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let green = Color(red: 0, green: 200, blue: 0)
  let small = [SystemRig.mode(800, 600, isPreferred: true)]

  private func policy(rules: [ModeRule] = [], unknownScreens: UnknownScreens = .show) -> ScreenPolicy {
    ScreenPolicy(
      rules: rules, unknownScreens: unknownScreens, foregroundApp: Sourced("lobby"), standIn: Sourced(true))
  }

  /// The display "1" was on the first connector, and has been away for longer than its scenes wait.
  private func unplugged(_ policy: ScreenPolicy? = nil, apps: [App]? = nil) -> SystemRig {
    let rig = SystemRig(policy: policy ?? self.policy(), apps: apps ?? [lobby.app(), menu.app()])
    rig.plug(1, serial: "1")
    rig.unplug(1)
    rig.advance(milliseconds: 1600)
    return rig
  }

  private func identity(_ serial: String) -> DisplayIdentity {
    DisplayIdentity(make: "TST", model: "Rig", serial: serial)
  }

  private func owners(_ rig: SystemRig) -> [String: String] {
    Dictionary(uniqueKeysWithValues: rig.system.sessions.map { ($0.identifier, $0.identity.serial) })
  }

  @Test("another display on another connector: one modeset with the new content, laid out for it, and the same session")
  func another() throws {
    let rig = unplugged()
    try rig.coordinator().show(.color(green)) { _ in }
    let session = try #require(lobby.scene).session
    let journal = CallJournal(lobby, menu)
    rig.plug(2, serial: "2", modes: small)
    #expect(journal.take() == ["lobby didUpdate", "lobby didBecomeActive"])
    #expect(lobby.log == ["connect"])
    #expect(lobby.updates.map(\.screen) == ["HDMI-A-1"])
    #expect(lobby.scene?.traits?.screen == "HDMI-A-2")
    #expect(rig.modesets == [PixelSize(width: 1280, height: 720), PixelSize(width: 800, height: 600)])
    let trees = try #require(rig.shown[ScreenID(rawValue: 2)])
    #expect(trees.allSatisfy { $0.tree.background == green })
    #expect(trees.allSatisfy { $0.tree.layers.first?.frame.size == PointSize(width: 800, height: 600) })
    #expect(session.identity == identity("2"))
    #expect(session.connector == "HDMI-A-2")
    #expect(try rig.coordinator("HDMI-A-2").shownScene?.session === session)
    #expect(rig.system.standIn == nil)
    #expect(rig.system.coordinators.count == 1)
    #expect(rig.kept?.sessions.map(\.identity) == [identity("2")])
  }

  @Test("the same display: its scene becomes active again, without another call")
  func same() throws {
    for connector in [1, 2] as [UInt64] {
      let rig = unplugged()
      let journal = CallJournal(lobby, menu)
      rig.plug(connector, serial: "1")
      #expect(journal.take().filter { $0 != "lobby didUpdate" } == ["lobby didBecomeActive"])
      #expect(owners(rig) == ["session-1": "1"])
      #expect(rig.modesets.count == 2)
    }
  }

  @Test(
    "a display with a session of its own: that is not lost, it belongs to the other display from then on, and so back")
  func exchange() throws {
    let rig = SystemRig(policy: policy(), apps: [lobby.app(), menu.app()])
    for number in [1, 2] as [UInt64] { rig.plug(number, serial: "\(number)") }
    for number in [2, 1] as [UInt64] {
      rig.unplug(number)
      rig.advance(milliseconds: 1600)
    }
    #expect(owners(rig) == ["session-1": "1", "session-2": "2"])
    rig.plug(2, serial: "2")
    #expect(owners(rig) == ["session-1": "2", "session-2": "1"])
    // The other display is plugged in too.
    rig.plug(1, serial: "1")
    #expect(try rig.coordinator("HDMI-A-1").shownScene?.session.identifier == "session-2")
    rig.unplug(1)
    rig.advance(milliseconds: 1600)
    rig.unplug(2)
    rig.advance(milliseconds: 1600)
    rig.plug(1, serial: "1")
    #expect(owners(rig) == ["session-1": "1", "session-2": "2"])
    #expect(lobby.log.count { $0 == "connect" } == 3)
  }

  @Test("its EDID comes late: the scene waits for that, and the session is its own then", arguments: [300, 1500])
  func lateEDID(milliseconds: UInt64) throws {
    let rig = unplugged()
    try rig.coordinator().show(.color(green)) { _ in }
    rig.plug(2, serial: "", identity: .unknown, isGuessed: true, modes: small)
    rig.advance(milliseconds: milliseconds)
    let isShown = milliseconds > 1000
    #expect(rig.isLit(2) == isShown)
    #expect(rig.lastShown(2)?.background == (isShown ? green : nil))
    #expect(owners(rig) == ["session-1": "1"])
    rig.settle(2, serial: "2")
    #expect(rig.lastShown(2)?.background == green)
    #expect(owners(rig) == ["session-1": "2"])
    #expect(lobby.log == ["connect"])
    #expect(rig.kept?.sessions.map(\.connector) == ["HDMI-A-2"])
  }

  @Test("within a second and a half, and on the same connector without a look between: as if it had come later")
  func quickly() throws {
    let rig = SystemRig(policy: policy(), apps: [lobby.app(), menu.app()])
    rig.plug(1, serial: "1")
    try rig.coordinator().show(.color(green)) { _ in }
    rig.unplug(1)
    rig.advance(milliseconds: 300)
    rig.plug(2, serial: "2")
    #expect(lobby.log == ["connect"])
    #expect(rig.lastShown(2)?.background == green)
    rig.exchange(2, serial: "3")
    #expect(lobby.log == ["connect"])
    #expect(owners(rig) == ["session-1": "3"])
    #expect(rig.lastShown(2)?.background == green)
    rig.advance(milliseconds: 2000)
    #expect(rig.system.coordinators.count == 1)
  }

  @Test("the foreground app of the stand-in comes along, unless the display has its own app")
  func foreground() throws {
    let rig = unplugged()
    try rig.system.setForeground("menu", on: "HDMI-A-1") { _ in }
    rig.plug(2, serial: "2")
    #expect(rig.lastShown(2)?.background == menu.color)
    try rig.system.setForeground("lobby", on: "HDMI-A-2") { _ in }
    rig.answer()
    rig.unplug(2)
    rig.advance(milliseconds: 1600)
    rig.plug(1, serial: "1")
    #expect(rig.lastShown(1)?.background == menu.color)
    #expect(Set(owners(rig).values) == ["1"])
  }

  @Test("a display that is never seen before and is not to show: the idle frame, and the scene waits")
  func unknown() throws {
    let rig = unplugged(policy(unknownScreens: .idle))
    try rig.system.setForeground("lobby", on: "HDMI-A-1") { _ in }
    #expect(lobby.scene?.state == .foregroundInactive)
    rig.plug(2, serial: "2")
    #expect(lobby.scene?.state == .background)
    #expect(rig.takeShown(2).allSatisfy { $0 == .black })
    try rig.system.setForeground("lobby", on: "HDMI-A-2") { _ in }
    rig.answer()
    #expect(lobby.scene?.state == .foregroundActive)
    #expect(lobby.log == ["connect"])
  }

  @Test("an app that has nothing for that display loses its scene, and its session stays with the other")
  func nothingForIt() throws {
    let match = ScreenMatch(connector: GlobPattern("HDMI-A-1"))
    let app = App(
      name: "lobby",
      manifest: SceneManifest(configurations: [
        .externalDisplayNonInteractive: [SceneConfiguration(name: "main", match: match)]
      ]), makeDelegate: { [lobby] in lobby.makeDelegate() })
    let rig = unplugged(apps: [app])
    rig.plug(2, serial: "2")
    #expect(lobby.log == ["connect", "disconnect unplug"])
    #expect(owners(rig) == ["session-1": "1"])
    #expect(rig.system.coordinators.count == 1)
  }

  @Test("a display that is the console's, dark or the main one takes nothing over, until it becomes an external one")
  func notForPictures() throws {
    func rules(_ use: ScreenUse) -> [ModeRule] {
      [ModeRule(match: Sourced(ScreenMatch(connector: GlobPattern("HDMI-A-2"))), use: Sourced(use))]
    }
    for use in [ScreenUse.console, .dark, .main] {
      lobby.log = []
      let rig = unplugged(policy(rules: rules(use)))
      rig.plug(2, serial: "2")
      #expect(rig.system.standIn?.name == "HDMI-A-1")
      #expect(lobby.log == ["connect"])
      rig.system.apply(policy: policy(rules: rules(.external)), apps: [lobby.app(), menu.app()])
      rig.answer()
      #expect(rig.system.standIn == nil)
      #expect(rig.lastShown(2)?.background == lobby.color)
      #expect(lobby.log == ["connect"])
    }
  }

  @Test("content for a time ends on the next display too, and running work there is reported once")
  func forATime() throws {
    let rig = unplugged()
    try rig.coordinator().show(.color(green), for: 10_000_000_000) { _ in }
    rig.plug(2, serial: "2")
    #expect(rig.lastShown(2)?.background == green)
    rig.advance(milliseconds: 11_000)
    #expect(rig.lastShown(2)?.background == lobby.color)
  }

  @Test("a running layout is made again for the display, and no stale one is shown")
  func layoutUnderWay() throws {
    let rig = unplugged()
    lobby.slowColor = green
    try rig.coordinator().show(.color(green)) { _ in }
    let stale = lobby.slowLayouts
    rig.plug(2, serial: "2", modes: small)
    for layOut in stale { layOut() }
    rig.answer()
    #expect(!rig.takeShown(2).contains(green))
    lobby.slowLayouts.last?()
    rig.answer()
    #expect(rig.lastShown(2)?.background == green)
    #expect(rig.lastShown(2)?.layers.first?.frame.size == PointSize(width: 800, height: 600))
  }

  @Test("a window of the older way comes along")
  func olderWay() throws {
    let way = ScreenApp(name: "way")
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("way"), standIn: Sourced(true)), apps: [way.app])
    rig.plug(1)
    try way.put(Window(), on: try #require(rig.system.screens.first), of: rig.system) { geometry in
      LayerTree(background: green, layers: [Layer(id: LayerID(rawValue: 1), frame: PointRect(size: geometry.size))])
    }
    rig.answer()
    rig.unplug(1)
    rig.advance(milliseconds: 1600)
    rig.plug(2, serial: "2", modes: small)
    #expect(rig.lastShown(2)?.background == green)
    let screen = try #require(rig.system.screens.first)
    way.takeOff(from: screen)
    rig.answer()
    #expect(rig.lastShown(2)?.background == .black)
  }

  @Test("after a restart there is none: the sessions are kept, and the display finds its own")
  func restart() throws {
    let rig = unplugged()
    try rig.coordinator().show(.color(green)) { _ in }
    let next = SystemRig(policy: policy(), apps: [lobby.app()], state: try #require(rig.kept))
    next.system.handle(.screens([]))
    #expect(next.system.standIn == nil)
    next.plug(1, serial: "1")
    #expect(next.lastShown(1)?.background == green)
    #expect(next.system.sessions.map(\.identifier) == ["session-1"])
  }
}
