import ControlClient
import ControlProtocol
import ScenarioSupport
import Testing

@testable import marquee_keys

/// The effects of keys in a daemon on simulated displays, and without a daemon.
struct CommandRunnerTests {
  /// A runner that is connected to a daemon.
  private static func runner(_ bench: SimulatedBench, _ notices: Notices) -> CommandRunner {
    let calls = DaemonCalls { () throws(ClientError) in
      do { return try bench.connect() } catch let error as ClientError { throw error } catch {
        throw .lost(reason: "\(error)")
      }
    }
    let runner = CommandRunner(calls: calls, notices: notices)
    runner.isConnected = true
    return runner
  }

  private static let setup = DaemonSetup(
    """
    apps:
      lobby: { scenes: { externalDisplayNonInteractive: [{ content: { color: "#204060" } }] } }
      menu: { scenes: { externalDisplayNonInteractive: [{ content: { color: "#602040" } }] } }

    """)

  @Test("screens are turned on, off and toggled, and apps come to the foreground")
  func screens() async throws {
    try await ScenarioThreads.run {
      let bench = try SimulatedBench()
      let daemon = try bench.start(Self.setup)
      try bench.plug(1, TestDisplay(800, 600))
      try daemon.wait(1, .presented)
      let lines = Lines()
      let runner = Self.runner(bench, Notices { lines.all.append($0) })
      func setting(_ name: String) throws -> String? { try daemon.explain(1).settings.first { $0.name == name }?.value }
      for name in ["blank", "freeze", "power"] {
        let first = try setting(name)
        let other = first == "on" ? "off" : "on"
        runner.run(try KeyBinding("\(name) HDMI-A-1 toggle"))
        #expect(try setting(name) == other, "\(name)")
        runner.run(try KeyBinding("\(name) HDMI-A-1 toggle"))
        #expect(try setting(name) == first, "\(name)")
        runner.run(try KeyBinding("\(name) HDMI-A-1 \(other)"))
        runner.run(try KeyBinding("\(name) HDMI-A-1 \(other)"))
        #expect(try setting(name) == other, "\(name)")
        runner.run(try KeyBinding("\(name) HDMI-A-1 \(first ?? "")"))
      }
      runner.run(try KeyBinding("foreground menu"))
      #expect(try setting("foreground") == "menu")
      #expect(lines.all.isEmpty)
    }
  }

  @Test("a key goes to the raised window, also without a touch, and its release to the window of its press")
  func raisedWindow() async throws { try await ScenarioThreads.run { try Self.playRaisedWindow() } }

  private static func playRaisedWindow() throws {
    let bench = try SimulatedBench()
    let daemon = try bench.start(DaemonSetup("screens: [{ match: { connector: HDMI-A-1 }, use: main }]\napps: {}\n"))
    let app = try AppConnection(
      RegisterAppCall(
        name: "notes", scenes: ["application": [SceneConfigurationInfo(content: .color("#a04000"))]],
        supportsMultipleScenes: true), stream: bench.connect(), calls: bench.connect())
    try bench.plug(1, TestDisplay(1000, 500))
    _ = try daemon.client.call(SetForegroundCall(app: "notes"))
    let first = try #require(try app.read { $0.event == "sceneDidBecomeActive" }?.session)
    let second = try daemon.client.call(RequestSceneCall(app: "notes")).session
    _ = try app.read { $0.event == "sceneDidBecomeActive" && $0.session == second }
    let owner = try InputOwnership(app: "notes", stream: bench.connect())
    defer { withExtendedLifetime(owner) {} }
    let runner = runner(bench, Notices { Issue.record("\($0)") })
    func receiver() throws -> String? {
      runner.run(try KeyBinding("input notes key text=a"))
      return try app.read { $0.kind == .input }?.session
    }
    #expect(try receiver() == second)
    _ = try daemon.client.call(ActivateSessionCall(session: first))
    #expect(try receiver() == first)
    // A touch that raises nothing, for example one that the daemon never got.
    runner.focus["notes"] = second
    #expect(try receiver() == first)
    _ = try daemon.client.call(ActivateSessionCall(session: second))
    #expect(try receiver() == second)

    // Another window is raised while two keyboards hold the same key.
    let letter = try #require(KeyCode(name: "a"))
    func receiver(_ phase: SceneKey.Phase) throws -> String? {
      runner.send(SceneKey(code: letter, phase: phase, modifiers: []), to: "notes")
      return try app.read { $0.kind == .input }?.session
    }
    #expect(try receiver(.press) == second)
    _ = try daemon.client.call(ActivateSessionCall(session: first))
    #expect(try receiver(.repeat) == second)
    #expect(try receiver(.press) == first)
    #expect(try receiver(.release) == second)
    #expect(try receiver(.release) == first)
    #expect(try receiver(.press) == first)
  }

  @Test("a key reaches an interactive scene of the display's own role without a touch")
  func ownRole() async throws { try await ScenarioThreads.run { try Self.playOwnRole() } }

  private static func playOwnRole() throws {
    let bench = try SimulatedBench()
    let daemon = try bench.start(
      DaemonSetup("screens: [{ match: { connector: HDMI-A-1 }, role: kiosk }]\napps: {}\n"))
    let scene = SceneConfigurationInfo(content: .color("#a04000"), interactive: true)
    let app = try AppConnection(
      RegisterAppCall(name: "notes", scenes: ["kiosk": [scene]]), stream: bench.connect(), calls: bench.connect())
    let owner = try InputOwnership(app: "notes", stream: bench.connect())
    try bench.plug(1, TestDisplay(1000, 500))
    _ = try daemon.client.call(SetForegroundCall(app: "notes", noWait: true))
    let shown = try app.read { $0.event == "sceneDidBecomeActive" }?.session
    defer { withExtendedLifetime(owner) {} }
    let runner = runner(bench, Notices { Issue.record("\($0)") })
    runner.run(try KeyBinding("input notes key text=a"))
    #expect(try app.read { $0.kind == .input }?.session == shown)
  }

  @Test("a command that fails is reported once, delays no other, and is reported again after a success")
  func failures() async throws {
    try await ScenarioThreads.run {
      let bench = try SimulatedBench()
      let daemon = try bench.start(Self.setup)
      let lines = Lines()
      let runner = Self.runner(bench, Notices { lines.all.append($0) })
      for _ in 0..<3 { runner.run(try KeyBinding("blank HDMI-A-1 on")) }
      #expect(lines.all.count == 1)
      #expect(lines.all.first?.contains("\"blank HDMI-A-1 on\" failed") == true, "\(lines.all)")
      runner.run(try KeyBinding("foreground mneu"))
      #expect(lines.all.count == 2)
      #expect(lines.all.last?.contains("menu") == true, "the near one is named: \(lines.all)")
      runner.run(try KeyBinding("foreground menu"))
      try bench.plug(1, TestDisplay(800, 600))
      try daemon.wait(1, .presented)
      runner.run(try KeyBinding("blank HDMI-A-1 on"))
      #expect(lines.all.count == 2)
      try bench.unplug(1)
      try daemon.wait(1, .disconnected)
      runner.run(try KeyBinding("blank HDMI-A-1 on"))
      #expect(lines.all.count == 3)
    }
  }

  @Test("keys that are pressed without a daemon are dropped and counted, and not run later")
  func dropped() throws {
    let lines = Lines()
    let runner = CommandRunner(
      calls: DaemonCalls { () throws(ClientError) in
        Issue.record("the daemon is called although it is not there")
        throw .noDaemon(tried: [])
      }, notices: Notices { lines.all.append($0) })
    for _ in 0..<5 { runner.run(try KeyBinding("next")) }
    #expect(runner.dropped == 5)
    #expect(lines.all.count == 1)
    runner.logDropped()
    #expect(lines.all.last?.contains("5 keys were dropped") == true)
    #expect(runner.dropped == 0)
  }

  @Test("of a key that is held without a daemon, the press and the release count, and no repetition does")
  func held() throws {
    let runner = CommandRunner(
      calls: DaemonCalls { () throws(ClientError) in throw .noDaemon(tried: []) }, notices: Notices { _ in })
    let letter = try #require(KeyCode(name: "a"))
    func send(_ phase: SceneKey.Phase) {
      runner.send(SceneKey(code: letter, phase: phase, modifiers: [], text: "a"), to: "notes")
    }
    send(.press)
    for _ in 0..<10 { send(.repeat) }
    send(.release)
    #expect(runner.dropped == 2)
    let binding = try KeyBinding("next", repeats: true)
    runner.run(binding)
    for _ in 0..<10 { runner.run(binding, isRepetition: true) }
    #expect(runner.dropped == 3)
    // A daemon that does not reply.
    runner.dropLate()
    for _ in 0..<10 { runner.dropLate(isRepetition: true) }
    #expect(runner.dropped == 4)
  }
}

/// The lines of the log.
final class Lines {
  var all: [String] = []
}
