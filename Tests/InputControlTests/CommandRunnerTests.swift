import ControlClient
import ControlProtocol
import ScenarioSupport
import Testing

@testable import marquee_keys

/// The effects of keys in a daemon on simulated displays, and without a daemon.
struct CommandRunnerTests {
  /// A runner that is connected to a daemon.
  private func runner(_ bench: SimulatedBench, _ notices: Notices) -> CommandRunner {
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
      let runner = runner(bench, Notices { lines.all.append($0) })
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

  @Test("a command that fails is reported once, delays no other, and is reported again after a success")
  func failures() async throws {
    try await ScenarioThreads.run {
      let bench = try SimulatedBench()
      let daemon = try bench.start(Self.setup)
      let lines = Lines()
      let runner = runner(bench, Notices { lines.all.append($0) })
      for _ in 0..<3 { runner.run(try KeyBinding("blank HDMI-A-1 on")) }
      #expect(lines.all.count == 1)
      #expect(lines.all.first?.contains("“blank HDMI-A-1 on” failed") == true, "\(lines.all)")
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
