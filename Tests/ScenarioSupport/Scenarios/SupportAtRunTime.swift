internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let supportAtRunTime = Scenario(
    "support is switched at run time, overall, for an app and for a screen, and stays after kill -9",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let (lobby, idle) = (RGB(0x20, 0x40, 0x60), RGB(0x30, 0x10, 0x10))
    let setup = DaemonSetup(
      """
      idle: { color: "#301010" }
      screens:
      - match: { connector: "\(bench.connector(2))" }
        use: main
      apps:
        lobby:
          scenes:
            externalDisplayNonInteractive:
              - name: main
                content: { color: "#204060" }
      """)
    var daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(1280, 720))
    try bench.plug(2, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    try daemon.photograph(2, "the main screen's idle frame") { $0.uniformColor == idle }
    let events = try daemon.events()
    let name = bench.connector(1)
    let session = try daemon.screen(1)?.scene

    func setSupport(_ support: String?, screen: String? = nil, app: String? = nil) throws {
      _ = try daemon.client.call(SetSupportCall(support: support, screen: screen, app: app))
    }

    try setSupport("off")
    try expect(bench.isDark(1), "no signal with support off")
    try events.wait("sceneDidDisconnect") { $0.event == .sceneDidDisconnect && $0.reason == "support" }
    try expect(bench.photograph(2).uniformColor, is: idle, "the main screen with support off")
    try setSupport("mirror", app: "lobby")
    try daemon.photograph(1, "the mirrored main screen") { $0.uniformColor == idle }
    try setSupport("external", screen: name)
    try daemon.photograph(1, "the scene") { $0.uniformColor == lobby }
    try expect(try daemon.screen(1)?.scene, is: session, "the session")

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try daemon.wait(1, .presented)
    try daemon.photograph(1, "the scene after the restart") { $0.uniformColor == lobby }
    let support = try daemon.explain(1).settings.first { $0.name == "support" }
    try expect(support?.value, is: "external", "the setting that explain tells of")
    try expect(support?.origin, is: .runtime, "where it comes from")
    try expect(support?.level, is: .screen, "what it was said of")
    let modesets = try daemon.explain(1).modesets
    try setSupport(nil, screen: name)
    try daemon.photograph(1, "what was said of the app") { $0.uniformColor == idle }
    try expect(daemon.explain(1).modesets, is: modesets, "modesets from a scene to a mirror")
    try setSupport(nil, app: "lobby")
    try expect(bench.isDark(1), "no signal, as was said of all")
    let tool = try bench.run("marqueectl", ["support", "default"], within: 20)
    try expect(tool.status, is: 0, "marqueectl support default: \(tool.output)")
    try daemon.photograph(1, "the scene again") { $0.uniformColor == lobby }
    try expect(daemon.explain(2).modesets, is: 1, "modesets of the main screen")
  }
}
