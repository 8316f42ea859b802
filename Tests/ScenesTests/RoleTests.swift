import Composition
import DisplayTypes
import Testing

@testable import Scenes

/// Screens whose rule gives them a further role.
@Suite("Role of a screen")
@MainActor
struct RoleTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let wall = SceneRole(rawValue: "lobbyWall")

  private func policy(wallOn connector: String?) -> ScreenPolicy {
    let rules = connector.map { name in
      [ModeRule(match: Sourced(ScreenMatch(connector: GlobPattern(name))), role: Sourced(wall.rawValue))]
    }
    return ScreenPolicy(rules: rules ?? [], foregroundApp: Sourced("lobby"))
  }

  /// The lobby has scenes of both roles, the menu one for walls only.
  private var apps: [App] {
    let lobby = lobby.app()
    lobby.manifest.configurations[wall] = [SceneConfiguration(name: "wide")]
    let menu = menu.app()
    menu.manifest = SceneManifest(configurations: [wall: [SceneConfiguration(name: "wide")]])
    return [lobby, menu]
  }

  private func sessions(_ rig: SystemRig) -> [String] {
    rig.system.sessions.map { "\($0.app) \($0.role.rawValue) \($0.configuration.name) \($0.state.rawValue)" }
  }

  @Test("a screen shows scenes of its role only")
  func roles() throws {
    let rig = SystemRig(policy: policy(wallOn: "HDMI-A-2"), apps: apps)
    rig.plug(1)
    rig.plug(2, serial: "2")
    #expect(
      sessions(rig) == [
        "lobby externalDisplayNonInteractive main foregroundActive", "lobby lobbyWall wide foregroundActive",
      ])
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    #expect(rig.lastShown(2)?.background == menu.color)
    #expect(try rig.coordinator().decision.picture.shown == .idle)
  }

  @Test("another role after a reload is another session, and the first returns with the first role")
  func reload() {
    let rig = SystemRig(policy: policy(wallOn: nil), apps: apps)
    rig.plug()
    for (connector, states) in [("*", ["unattached", "foregroundActive"]), (nil, ["foregroundActive", "unattached"])] {
      rig.system.apply(policy: policy(wallOn: connector), apps: apps)
      rig.answer()
      #expect(rig.system.sessions.map(\.state.rawValue) == states)
    }
    #expect(rig.system.sessions.map(\.role) == [.externalDisplayNonInteractive, wall])
    #expect(lobby.log == ["connect", "disconnect foreground", "connect", "disconnect foreground", "connect"])
  }
}
