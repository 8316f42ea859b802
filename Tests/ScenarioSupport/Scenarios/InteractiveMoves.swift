internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let interactiveMoves = Scenario(
    "application scenes move to an external display while a controller owns their input, all at once and without a modeset",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let (external, panel) = (bench.connector(1), bench.connector(2))
    let setup = DaemonSetup(
      """
      screens: [{ match: { connector: "\(panel)" }, use: main }]
      idle: { color: "#101010" }
      apps:
        notes:
          foreground: true
          supportsMultipleScenes: true
          scenes:
            application: [{ name: note, content: { color: "#207040" } }]
            externalDisplayNonInteractive: [{ content: { color: "#204060" } }]

      """)
    var daemon = try bench.start(setup)
    let (window, view, idle) = (RGB(0x20, 0x70, 0x40), RGB(0x20, 0x40, 0x60), RGB(0x10, 0x10, 0x10))
    func run(_ arguments: [String], status: Int = 0) throws -> String {
      let result = try bench.run("marqueectl", arguments, within: 30)
      try expect(result.status, is: status, "the status of \(arguments.joined(separator: " ")): \(result.output)")
      return result.output
    }
    func session(_ role: String) throws -> SessionInfo {
      try unwrap(daemon.client.call(SessionsCall()).sessions.first { $0.role == role }, "no session of \(role)")
    }
    try bench.plug(2, TestDisplay(1024, 768))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.photograph(2, "the window") { $0.uniformColor == window }
    try daemon.photograph(1, "the external view") { $0.uniformColor == view }
    let refused = try run(["place", "notes", external], status: 1)
    try expect(refused.contains("no controller owns the input of notes"), "the refusal says why: \(refused)")

    var owner: InputOwnership? = try InputOwnership(app: "notes", stream: bench.connect())
    let events = try daemon.events()
    let modesets = try bench.countModesets { _ = try run(["place", "notes", external]) }
    try daemon.photograph(1, "the window on the external display") { $0.uniformColor == window }
    try daemon.photograph(2, "the idle frame on the panel") { $0.uniformColor == idle }
    try expect(modesets, is: 0, "modesets")
    try events.drain(0.3)
    let own = try session("application").identifier
    let calls = events.events.filter { $0.session == own }.map(\.event)
    try expect(calls, is: [.sceneDidUpdate, .sceneDidPresent], "what is told of the window")

    let second = try daemon.client.call(RequestSceneCall(app: "notes")).session
    try daemon.photograph(1, "both windows") { $0.uniformColor == window }
    _ = try run(["session", "frame", own, "0", "0", "0.5", "1"])
    _ = try run(["session", "frame", second, "0.5", "0.5", "0.5", "0.5"])
    try daemon.photograph(1, "each in its frame") {
      [$0.at(0.25, 0.1), $0.at(0.75, 0.75), $0.at(0.75, 0.25)] == [window, window, idle]
    }

    let mode = try run(["mode", external, "800x600"], status: 1)
    try expect(mode.contains("application scenes of notes"), "the refusal of a mode says why: \(mode)")
    _ = try run(["input", "send", own, "key", "code=Return"])
    let noninteractive = try session("externalDisplayNonInteractive").identifier
    let input = try run(["input", "send", noninteractive, "key"], status: 1)
    try expect(input.contains("takes no input"), "the refusal of input says why: \(input)")
    let taken = try run(["input", "own", "notes"], status: 1)
    try expect(taken.contains("another controller"), "a second owner is refused: \(taken)")

    withExtendedLifetime(owner) {}
    owner = nil
    try daemon.photograph(1, "the external view, once nobody owns the input") { $0.uniformColor == view }
    try daemon.photograph(2, "the windows on the panel") { $0.at(0.25, 0.1) == window && $0.at(0.75, 0.25) == idle }
    let reasons = try daemon.explain(1).showsBecause
    try expect(
      reasons.contains { $0.rule == "placed" && $0.reason.contains("no controller owns its input") },
      "explain says why: \(reasons)")

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try daemon.photograph(2, "the windows in their frames after kill -9") {
      $0.at(0.25, 0.1) == window && $0.at(0.75, 0.25) == idle
    }
    owner = try InputOwnership(app: "notes", stream: bench.connect())
    try daemon.photograph(1, "the windows where the user has put them") {
      $0.at(0.25, 0.1) == window && $0.at(0.75, 0.25) == idle
    }
    withExtendedLifetime(owner) {}
  }
}
