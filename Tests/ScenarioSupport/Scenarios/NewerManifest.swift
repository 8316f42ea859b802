internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let newerManifest = Scenario(
    "an app that returns with a newer manifest is asked again, and is notified of sessions that were discarded while it was away",
    gate: [.simulated]
  ) { bench in
    let panel = bench.connector(2)
    let daemon = try bench.start(
      DaemonSetup(
        """
        screens: [{ match: { connector: "\(panel)" }, use: main }]
        idle: { color: "#101010" }
        apps: {}

        """))
    try bench.plug(2, TestDisplay(1024, 768))
    try bench.plug(1, TestDisplay(1280, 720))
    func register(_ version: Int, _ multiple: Bool) throws -> AppPlayer {
      let view = SceneConfigurationInfo(name: "view", content: .color("#204060"))
      return try AppPlayer(
        bench,
        RegisterAppCall(
          name: "game",
          scenes: [
            "application": [SceneConfigurationInfo(name: "controls", content: .color("#207040"))],
            "externalDisplayNonInteractive": [view],
          ], supportsMultipleScenes: multiple, controllerLoss: .keep, version: version))
    }
    var game: AppPlayer? = try register(1, false)
    _ = try daemon.client.call(SetForegroundCall(app: "game", noWait: true))
    try game?.answer()
    try daemon.photograph(2, "the controls") { $0.uniformColor == RGB(0x20, 0x70, 0x40) }
    try daemon.photograph(1, "the game") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
    let sessions = try daemon.client.call(SessionsCall(app: "game")).sessions
    let view = try unwrap(sessions.first { $0.role != "application" }, "no view").identifier
    let refused = try bench.run("marqueectl", ["session", "request", "game"], within: 30)
    try expect(refused.output.contains("does not support several"), "the refusal says why: \(refused.output)")

    let events = try daemon.events()
    func leave() throws {
      let start = events.events.count
      game = nil
      try events.wait("the loss of the controller", from: start) { $0.event == .appDidLoseController }
    }
    try leave()
    game = try register(2, true)
    try events.drain(0.3)
    let again = events.events.filter { $0.event == .sessionWasAskedAgain }
    try expect(again.map(\.reason), is: ["manifestIsNewer", "manifestIsNewer"], "what was asked again, and why")
    let controls = try unwrap(sessions.first { $0.role == "application" }, "no controls").identifier
    try expect(Set(again.compactMap(\.session)), is: [view, controls], "about which sessions")
    try expect(bench.log().contains("is asked again about session \(view)"), "the log says so")
    _ = try daemon.client.call(RequestSceneCall(app: "game"))
    try expect(
      daemon.client.call(SessionsCall(app: "game")).sessions.count { $0.role == "application" }, is: 2,
      "application scenes of the newer manifest")

    try leave()
    _ = try daemon.client.call(DestroySessionCall(session: view, noWait: true))
    game = try register(2, true)
    try game?.wait("the session that went meanwhile") { $0.kind == .discarded && $0.session == view }
    withExtendedLifetime(game) {}
  }
}
