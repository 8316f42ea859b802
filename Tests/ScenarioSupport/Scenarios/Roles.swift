internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let roles = Scenario(
    "a screen that a rule gives a further role shows scenes of that role, and no other screen does",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(
      DaemonSetup(
        """
        screens:
          - match: { model: Wall }
            role: lobbyWall
        apps:
          lobby:
            scenes:
              externalDisplay: [{ name: main, content: { color: "#204060" } }]
              lobbyWall: [{ name: wide, content: { color: "#a04000" } }]

        """))
    try bench.plug(1, TestDisplay(1280, 720))
    try bench.plug(2, TestDisplay(1024, 768, model: "Wall"))
    for display in [1, 2] { try daemon.wait(display, .presented) }
    try daemon.photograph(1, "its scene") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
    try daemon.photograph(2, "its scene") { $0.uniformColor == RGB(0xa0, 0x40, 0x00) }
    let sessions = try daemon.client.call(SessionsCall()).sessions
    let roles = [1, 2].map { display in sessions.first { $0.screen == bench.connector(display) }?.role }
    try expect(roles, is: ["externalDisplayNonInteractive", "lobbyWall"], "the roles")
    let setting = try daemon.explain(2).settings.first { $0.name == "role" }
    try expect(setting?.value, is: "lobbyWall", "what explain says of the role")
    try expect(setting?.location?.contains("marquee.yaml:3") ?? false, "and where that was said")
  }
}
