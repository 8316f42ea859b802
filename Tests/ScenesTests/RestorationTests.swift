import DisplayTypes
import Testing

@testable import Scenes

/// The activity of a scene at its end: it is kept with the session, and passed to the app's other scenes.
@Suite("Restoration activity")
@MainActor
struct RestorationTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  private let editing: UserActivity

  init() throws {
    editing = try UserActivity(type: "editing", userInfo: UserInfo(["text": .text("Hello")]))
  }

  private func rig(_ state: PersistentState = PersistentState()) -> SystemRig {
    SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app()], state: state)
  }

  private func leave(_ rig: SystemRig) {
    rig.unplug()
    rig.advance(milliseconds: 2000)
  }

  @Test("it is kept with the session, and there at the next connection, also after a crash")
  func nextConnection() throws {
    let first = rig()
    first.plug()
    lobby.activity = editing
    leave(first)
    #expect(first.kept?.sessions.map(\.activity) == [editing])
    let second = rig(try #require(first.kept))
    second.plug()
    #expect(lobby.connections.map(\.activities) == [[], [editing]])
    // Its next scene ends without an activity.
    lobby.activity = nil
    leave(second)
    #expect(second.kept?.sessions.map(\.activity) == [nil])
  }

  @Test("the app's other scenes get it at once, after the call, and no other app does")
  func otherScenes() throws {
    let rig = rig()
    rig.plug(1)
    rig.plug(2, serial: "2")
    try rig.system.setForeground("menu", on: "HDMI-A-2") { _ in }
    rig.answer()
    rig.plug(3, serial: "3")
    lobby.activity = editing
    lobby.log = []
    menu.log = []
    leave(rig)
    // One waits in the background of the second screen.
    #expect(lobby.log == ["disconnect unplug", "continue editing", "continue editing"])
    #expect(menu.log == [])
  }

  @Test("it is handed on when all scenes that end with it have ended, each once")
  func handedOnLast() throws {
    let rig = rig()
    rig.plug(1)
    try rig.system.setForeground("menu", on: "HDMI-A-1") { _ in }
    rig.answer()
    rig.plug(2, serial: "2")
    lobby.activity = editing
    lobby.log = []
    menu.log = []
    // The scene that continues the activity sees no scene there that will end.
    lobby.onContinue = { [menu, lobby] in lobby.log.append("menu has \(menu.log)") }
    leave(rig)
    #expect(lobby.log == ["disconnect unplug", "continue editing", "menu has [\"disconnect unplug\"]"])
  }

  @Test("a scene that is destroyed while another of its screen ends has ended, and no scene continues it")
  func destroyedMeanwhile() throws {
    let rig = rig()
    rig.plug(1)
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    rig.plug(2, serial: "2")
    menu.activity = editing
    menu.log = []
    lobby.onCall = { [unowned rig] call in
      if call == "lobby didDisconnect unplug" { try? rig.system.lifetimes.destroySession("session-2") { _ in } }
    }
    leave(rig)
    #expect(menu.log == ["disconnect destroyed"])
  }

  @Test("a permanent end has none, and at the daemon's end no scene continues it")
  func ends() throws {
    let rig = rig()
    rig.plug(1)
    rig.plug(2, serial: "2")
    lobby.activity = editing
    lobby.log = []
    try rig.system.lifetimes.destroySession("session-1") { _ in }
    rig.answer()
    #expect(lobby.log == ["disconnect destroyed"])
    rig.system.shutDown()
    #expect(!lobby.log.contains("continue editing"))
    #expect(rig.kept?.sessions.map(\.activity) == [editing])
  }
}
