import ControlClient
import ControlProtocol
import DamagedFiles
import Foundation
import ScenarioSupport
import TestKit

/// The moving bar on a simulated display of this machine in real time, beside a display that plays damaged and hostile files.
struct BrokenOnHost {
  /// How long a file is shown, in milliseconds.
  private static let itemMilliseconds = 100

  let programs: String

  /// The results of a run.
  private struct Run {
    var flips: Int
    var refreshes: Int
    var isSameProcess: Bool
    var workers: WorkerFigures?
    var reasons: Set<String>
    var shown: Set<String>
  }

  func measure() throws -> [Figure] {
    let folder = BrokenFolder(try BrokenFile.damaged(1_000) + BrokenFile.hostile)
    let bench = try SimulatedBench(programs: programs)
    defer { try? bench.reset() }
    let paths = try folder.entries.map { try bench.write($0.file.bytes, name: $0.name) }
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#20a040"/></svg>
      """
    let place = String(
      try bench.write(drawing, name: BrokenFolder.goodName).dropLast(BrokenFolder.goodName.count + 1))
    let lists = stride(from: 0, to: paths.count, by: 100).map { start in
      "{ playlist: { items: \(folder.items(in: place, start..<min(start + 100, paths.count))) } }"
    }
    let endless = folder.entries.count { BrokenFile.endless.contains($0.file.name) }
    let seconds =
      Double((paths.count + paths.count / 10 + 10) * Self.itemMilliseconds) / 1000
      + Double(endless * BrokenFolder.secondsAfterEndless)
    let without = try run(bench, [BrokenFolder.good(in: place)], for: seconds)
    let with = try run(bench, lists, for: seconds)
    let refused = paths.count { path in with.reasons.contains { $0.hasPrefix(path) } }
    let shown = paths.count { with.shown.contains($0) }
    let missed = [without, with].map { $0.refreshes - $0.flips }
    let (processes, memory) = (with.workers?.processes ?? 0, with.workers?.kibibytes ?? 0)
    return [
      Figure(
        name: "missed beside damaged files, on the host",
        values: [
          "missed": Double(missed[1]), "refreshes": Double(with.refreshes), "withoutMissed": Double(missed[0]),
          "withoutRefreshes": Double(without.refreshes), "files": Double(paths.count), "refused": Double(refused),
          "shown": Double(shown), "processes": Double(processes), "mebibytes": Double(memory) / 1024,
          "restarts": with.isSameProcess ? 0 : 1,
        ],
        text: """
          \(missed[1]) of \(with.refreshes) refreshes; without \(missed[0]) of \(without.refreshes); \(refused) refused and \
          \(shown) shown of \(paths.count), others late for their turn; \(with.isSameProcess ? "no restart" : "RESTARTED"); at most \(processes) processes, \
          \(memory >> 10) MiB
          """, demand: "no more than without, 9 of 10 files, no restart, at most 5 processes, below 256 MiB",
        isMet: missed[1] <= missed[0] && refused + shown >= paths.count * 9 / 10 && with.isSameProcess
          && (1...5).contains(processes) && (1..<256 << 10).contains(memory),
        how:
          "moving bar, simulated displays in real time, 640x480@60, \(Int(seconds)) s each; flips by the proof of play")
    ]
  }

  private func run(_ bench: SimulatedBench, _ lists: [String], for seconds: Double) throws -> Run {
    try bench.reset()
    let daemon = try bench.start(DaemonSetup(Self.configuration(bench, lists)))
    let client = daemon.client
    for display in [1, 2] { try bench.plug(display, TestDisplay(640, 480)) }
    for display in [1, 2] { try daemon.wait(display, .presented) }
    let process = try daemon.status().processID
    let folder = try TemporaryFolder("workers")
    let log = StartedProgram.openLog("\(folder.path)/log")
    defer { close(log) }
    let watcher = try StartedProgram.start(
      ["/bin/sh", "-c", WorkerFigures.script(of: process, every: 0.05)], output: log)
    var isWatching = true
    defer { if isWatching { StartedProgram.end(watcher) } }
    try daemon.show(1, .pattern("moving-bar"))
    Thread.sleep(forTimeInterval: seconds)
    try daemon.show(1, .color("#204060"))
    let plays = try client.call(PlaysCall(), timeoutSeconds: 60).plays
    guard let bar = plays.first(where: { $0.content == "pattern" }),
      let mode = try daemon.screen(1)?.currentMode
    else { throw FigureError("The moving bar is in no proof of play.") }
    let length = Double(bar.lastFlipNanoseconds - bar.firstFlipNanoseconds) / 1e9
    let isSameProcess = try daemon.status().processID == process
    isWatching = false
    StartedProgram.end(watcher)
    let output = TemporaryFolder.text(of: "\(folder.path)/log") ?? ""
    return Run(
      flips: Int(bar.flips), refreshes: Int((length * Double(mode.refreshMillihertz) / 1000).rounded()) + 1,
      isSameProcess: isSameProcess, workers: WorkerFigures(output),
      reasons: Set(plays.map(\.reason).filter { !$0.isEmpty }),
      shown: Set(plays.filter { $0.flips > 0 }.map(\.content)))
  }

  private static func configuration(_ bench: SimulatedBench, _ lists: [String]) -> String {
    """
    screens:
      - match: { connector: \(bench.connector(2)) }
        role: damaged
    apps:
      lobby:
        scenes:
          externalDisplayNonInteractive: [{ name: bar, content: { color: "#204060" } }]
          damaged:
            - name: files
              content:
                playlist:
                  items:
    \(lists.map { "                - \($0.replacing("{ playlist: { items", with: "{ playlist: { duration: \(itemMilliseconds)ms, items"))\n" }.joined())
    """
  }
}
