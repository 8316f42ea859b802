import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// The calls to delegates, over all apps, and the events of them.
@Suite("Calls of scene delegates")
@MainActor
struct SceneCallOrderTests {
  private final class OrderJournal {
    var calls: [String] = []
    /// How many events of scenes there were before each call.
    var eventsBefore: [Int] = []

    func take() -> [String] {
      defer { calls = [] }
      return calls
    }
  }

  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  private let journal = OrderJournal()

  private func rig(menuIsFallback: Bool = false) -> SystemRig {
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")),
      apps: [lobby.app(), menu.app(isFallback: menuIsFallback)])
    for app in [lobby, menu] {
      app.onCall = { [journal, unowned rig] call in
        journal.calls.append(call)
        journal.eventsBefore.append(Self.lifecycleEvents(rig).count)
      }
    }
    return rig
  }

  /// The names of the calls; other calls are left out.
  private static func lifecycleEvents(_ rig: SystemRig) -> [String] {
    rig.events.compactMap { event in
      switch event.kind {
      case .sceneWillConnect(let label): "\(label.app) willConnect"
      case .sceneWillEnterForeground(let label): "\(label.app) willEnterForeground"
      case .sceneDidBecomeActive(let label): "\(label.app) didBecomeActive"
      case .sceneWillResignActive(let label): "\(label.app) willResignActive"
      case .sceneDidEnterBackground(let label): "\(label.app) didEnterBackground"
      case .sceneDidUpdate(let label): "\(label.app) didUpdate"
      case .sceneDidDisconnect(let label, let reason): "\(label.app) didDisconnect \(reason.rawValue)"
      case .screenDidConnect, .screenDidDisconnect, .standInDidBegin, .standInDidEnd, .screenModesDidChange,
        .screenModeDidChange, .sceneDidPresent,
        .sessionWasAskedAgain, .sessionDidDiscard, .appDidBecomeForeground, .inputOwnerDidChange, .applicationsDidMove,
        .appDidRegister,
        .appDidUnregister, .appDidLoseController, .appDidNotAnswer, .contentDidFail, .talk, .alarmDidRaise,
        .alarmDidClear,
        .displayDidTellPower, .configurationDidReload, .trouble:
        nil
      }
    }
  }

  private let appears = ["lobby willConnect", "lobby willEnterForeground", "lobby didBecomeActive"]

  @Test("a plug, and an unplug that lasts")
  func plug() {
    let rig = rig()
    rig.plug()
    #expect(journal.take() == appears)
    rig.unplug()
    #expect(journal.take().isEmpty)
    rig.advance(milliseconds: 1600)
    #expect(
      journal.take() == ["lobby willResignActive", "lobby didEnterBackground", "lobby didDisconnect unplug"])
  }

  @Test("a short interruption is no call")
  func flap() {
    let rig = rig()
    rig.plug()
    _ = journal.take()
    rig.unplug()
    rig.advance(milliseconds: 1000)
    rig.plug()
    rig.advance(milliseconds: 3000)
    #expect(journal.take().isEmpty)
    #expect(lobby.scene?.state == .foregroundActive)
  }

  @Test("the new scene is asked whether it has a window, then the old one goes, then the new one comes")
  func foreground() throws {
    let rig = rig()
    rig.plug()
    _ = journal.take()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    #expect(
      journal.take() == [
        "menu willConnect", "lobby willResignActive", "lobby didEnterBackground", "menu willEnterForeground",
        "menu didBecomeActive",
      ])
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.answer()
    #expect(
      journal.take() == [
        "menu willResignActive", "menu didEnterBackground", "lobby willEnterForeground", "lobby didBecomeActive",
      ])
  }

  @Test("an app that attaches no window does not disturb others")
  func windowless() throws {
    let rig = rig(menuIsFallback: true)
    rig.plug()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    lobby.scene?.window = nil
    rig.answer()
    _ = journal.take()
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.answer()
    #expect(journal.take().isEmpty)
    #expect(menu.scene?.state == .foregroundActive)
  }

  @Test("blank and frozen are inactive", arguments: [[true, false], [false, true], [true, true]])
  func covers(covers: [Bool]) throws {
    let rig = rig()
    rig.plug()
    _ = journal.take()
    let screen = try rig.coordinator()
    if covers[0] { screen.setBlank(true) { _ in } }
    if covers[1] { screen.setFrozen(true) { _ in } }
    rig.answer()
    #expect(journal.take() == ["lobby willResignActive"])
    #expect(lobby.scene?.state == .foregroundInactive)
    if covers[0] { screen.setBlank(false) { _ in } }
    if covers[1] { screen.setFrozen(false) { _ in } }
    rig.answer()
    #expect(journal.take() == ["lobby didBecomeActive"])
  }

  @Test("in each call a scene has exactly the state of that call")
  func stateInCalls() {
    let rig = rig()
    var states: [String] = []
    lobby.onCall = { [lobby] call in
      states.append("\(call): \(lobby.delegates.last?.scene?.state.rawValue ?? "none")")
    }
    rig.plug()
    rig.unplug()
    rig.advance(milliseconds: 1600)
    #expect(
      states == [
        "lobby willConnect: background", "lobby willEnterForeground: foregroundInactive",
        "lobby didBecomeActive: foregroundActive", "lobby willResignActive: foregroundInactive",
        "lobby didEnterBackground: background", "lobby didDisconnect unplug: unattached",
      ])
  }

  @Test("a scene that is destroyed in a call on its way to the background ends once, and gets no more calls")
  func endsOnItsWay() throws {
    let rig = rig()
    rig.plug()
    _ = journal.take()
    lobby.onCall = { [journal, unowned rig] call in
      journal.calls.append(call)
      if call == "lobby willResignActive" { try? rig.system.lifetimes.destroySession("session-1") { _ in } }
    }
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    #expect(
      journal.take() == [
        "menu willConnect", "lobby willResignActive", "lobby didEnterBackground", "lobby didDisconnect destroyed",
        "menu willEnterForeground", "menu didBecomeActive",
      ])
    #expect(rig.lastShown()?.background == menu.color)
  }

  @Test("power off and on")
  func power() throws {
    let rig = rig()
    rig.plug()
    _ = journal.take()
    try rig.coordinator().setPower(false) { _ in }
    rig.answer()
    #expect(journal.take() == ["lobby willResignActive", "lobby didEnterBackground"])
    try rig.coordinator().setPower(true) { _ in }
    rig.answer()
    #expect(journal.take() == ["lobby willEnterForeground", "lobby didBecomeActive"])
  }

  @Test("support off ends the scene, the daemon's end too", arguments: [DisconnectReason.support, .shutdown])
  func ends(reason: DisconnectReason) {
    let rig = rig()
    rig.plug()
    _ = journal.take()
    if reason == .support {
      rig.system.apply(
        policy: ScreenPolicy(support: Sourced(.off), foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app()])
    } else {
      rig.system.shutDown()
    }
    #expect(
      journal.take() == [
        "lobby willResignActive", "lobby didEnterBackground", "lobby didDisconnect \(reason.rawValue)",
      ])
  }

  @Test("another mode is reported after it is applied, and makes no other call")
  func update() throws {
    let rig = rig()
    rig.plug()
    _ = journal.take()
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    #expect(journal.take().isEmpty)
    rig.answer()
    #expect(journal.take() == ["lobby didUpdate"])
    #expect(lobby.updates.map(\.mode.size) == [PixelSize(width: 1280, height: 720)])
  }

  @Test("each event comes after its call, and there is one for each")
  func events() throws {
    let rig = rig()
    var calls: [String] = []
    rig.plug()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    try rig.coordinator().setBlank(true) { _ in }
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    rig.unplug()
    rig.advance(milliseconds: 1600)
    calls = journal.take()
    #expect(Self.lifecycleEvents(rig) == calls)
    #expect(journal.eventsBefore == Array(calls.indices))
  }

  @Test("windows that delegates attach and remove in their calls settle, or are reported")
  func restless() throws {
    let rig = rig(menuIsFallback: true)
    rig.plug()
    lobby.onCall = { [lobby] call in
      if call == "lobby didBecomeActive" { lobby.scene?.window = nil }
      if call == "lobby didEnterBackground" { lobby.scene?.window = Window() }
    }
    lobby.scene?.window = nil
    rig.answer()
    let told = rig.events.count { event in
      if case .trouble("HDMI-A-1", let message) = event.kind { return message.contains("without end") }
      return false
    }
    #expect(told == 1)
  }
}
