import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import TestKit

/// A daemon with one simulated display, and a terminal with a deck of twelve slides and notes.
final class PresentFixture {
  let bench: SimulatedBench
  private(set) var daemon: DaemonHandle
  let terminal: TmuxTerminal

  static let titles = ["Growing pines", "What owls say", "Three owls"] + (4...12).map { "Slide number \($0)" }

  /// The folder of the programs that were built with the tests.
  static let programs = (try? BuiltPrograms.folder(with: "marqueectl")) ?? "/"

  init(columns: Int = 80, rows: Int = 24, configuration: String? = nil, environment: [String: String] = [:]) throws {
    bench = try SimulatedBench()
    daemon = try bench.start(DaemonSetup(configuration))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .connected)
    terminal = try TmuxTerminal(
      columns: columns, rows: rows,
      environment: [
        "MARQUEE_SOCKET": bench.socketPath, "PATH": "\(Self.programs):/usr/bin:/bin",
        "XDG_CACHE_HOME": "\(bench.socketPath).cache",
      ].merging(environment) { $1 })
    try terminal.write(MadeDeck.text(Self.titles), name: "talk.pdf")
    try terminal.write("# 1\nWelcome **all**\n\n- one\n- two\n\n# 7\nThe unicorn stands here\n", name: "talk.md")
  }

  /// Begins a talk and waits for its view.
  func present(_ options: String = "talk.pdf --minutes 10") throws {
    try terminal.run("marqueectl present \(options)")
    try terminal.wait("the view") { $0.contains("? help") && $0.contains(" of 12") }
  }

  /// The running talk.
  func talk() throws -> TalkInfo? { try daemon.client.call(GetTalkCall()).talk }

  /// The next state; nil at the end of the time.
  private static func next(of states: TalkReader, until end: Date) throws -> GetTalkReply? {
    do throws(ClientError) {
      return try states.next(timeoutSeconds: max(0, end.timeIntervalSinceNow))
    } catch {
      if case .timedOut = error { return nil }
      throw error
    }
  }

  /// Waits until the talk is as it must be.
  @discardableResult
  func wait(_ what: String, until fits: (TalkInfo) -> Bool) throws -> TalkInfo {
    var last: TalkInfo?
    let end = Date.now + 60
    let states = try ControlClient(path: bench.socketPath).talk()
    while let reply = try Self.next(of: states, until: end) {
      last = reply.talk
      if let talk = reply.talk, fits(talk) { return talk }
    }
    throw TmuxTerminal.Failure(
      description:
        "\(what) did not happen. The talk: \(last.map { "\($0)" } ?? "none")\nThe screen:\n\(try terminal.screen())")
  }

  /// Starts the daemon again, which was killed.
  func restartAfterEnd() throws {
    daemon = try bench.start(DaemonSetup())
  }

  /// The presenter's process.
  func presenter() throws -> pid_t {
    let pane = try terminal.value("pane_pid")
    let children = try String(contentsOfFile: "/proc/\(pane)/task/\(pane)/children", encoding: .utf8)
    guard let child = children.split(separator: " ").compactMap({ pid_t($0) }).last else {
      throw TmuxTerminal.Failure(description: "no presenter runs")
    }
    return child
  }

  /// Waits until the shell prints the presenter's exit status.
  func waitForEnd(_ status: Int) throws {
    // A line with a command appears before the program has ended, and the terminal may discard text that is typed then.
    try terminal.wait("the shell") { $0.split(separator: "\n").last == "ready$" }
    // After SIGINT, a shell forgets the rest of that line.
    try terminal.run("echo status=$?")
    try terminal.wait("status \(status)") { $0.contains("status=\(status)\n") }
  }
}
