import ControlClient
import ControlProtocol
import DamagedFiles
import Foundation
import ScenarioSupport
import TestKit
import VirtualMachine

/// The moving bar on vkms beside a playlist, first of good pictures, then of damaged and hostile files.
///
/// Starting and ending a process for each file is slow on an emulated processor, so it plays at most one file a second, and not a thousand.
struct Broken {
  /// How long a file is shown, in seconds.
  private static let itemSeconds = 1.0
  private static let place = "/tmp/figures/damaged"

  let machine: VirtualMachine

  /// The results of a run.
  private struct Run {
    var vblanks: VBlankCount
    var workers: WorkerFigures?
    var isSameProcess: Bool
    var reasons: Set<String>
    var shown: Set<String>

    /// Vblanks that the daemon missed, of a thousand.
    var rate: Double { Double(vblanks.byProgram) * 1000 / Double(max(1, vblanks.flips.count + vblanks.missed)) }
  }

  func measure() throws -> [Figure] {
    defer { try? machine.unplugVKMS() }
    let folder = BrokenFolder(try BrokenFile.damaged(150) + BrokenFile.hostile)
    try send(folder)
    let good = BrokenFolder.good(in: Self.place)
    let other = good.replacing(BrokenFolder.goodName, with: "other.svg")
    // One round from any start, and the time for work in progress at its end.
    let length = seconds(of: folder) + 20
    let without = try run("[\(good), \(other)]", for: length)
    let with = try run(folder.items(in: Self.place, folder.entries.indices), for: length)
    return figures(folder, without, with, length)
  }

  /// How long a round takes, in seconds.
  private func seconds(of folder: BrokenFolder) -> Double {
    let endless = folder.entries.count { BrokenFile.endless.contains($0.file.name) }
    return Double(folder.entries.count + folder.entries.count / 10) * Self.itemSeconds
      + Double(endless * BrokenFolder.secondsAfterEndless)
  }

  /// Packs the files on this machine and unpacks them in the guest.
  private func send(_ folder: BrokenFolder) throws {
    let local = FileManager.default.temporaryDirectory.appending(path: "marquee-damaged-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: local, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: local) }
    for entry in folder.entries { try Data(entry.file.bytes).write(to: local.appending(path: entry.name)) }
    for (name, color) in [(BrokenFolder.goodName, "#20a040"), ("other.svg", "#3040d0")] {
      let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="640" height="324"><rect width="640" height="324" \
        fill="\(color)"/></svg>
        """
      try Data(drawing.utf8).write(to: local.appending(path: name))
    }
    let archive = try TemporaryFolder("archive")
    let status = try StartedProgram.run(["tar", "-c", "-f", "\(archive.path)/tar", "-C", local.path, "."]).status
    guard status == 0 else { throw FigureError("tar ends with \(status).") }
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(archive.path)/tar")))
    try machine.check("mkdir -p \(Self.place) && tar -x -C \(Self.place)", input: bytes, timeout: .seconds(120))
  }

  private func run(_ items: String, for seconds: Double) throws -> Run {
    try machine.write(Array(Self.configuration(items).utf8), to: "/tmp/figures/damaged.yaml")
    defer { try? machine.unplugVKMS() }
    return try Compositor.onVKMS("damaged.yaml").run(on: machine) { _ in
      let connection = try Compositor.connect(machine)
      let process = try connection.call(StatusCall()).processID
      let watcher = try machine.start("sh -c '\(WorkerFigures.script(of: process, every: 0.5))'")
      defer { try? watcher.stop() }
      try machine.plugVKMS()
      let screen = try machine.awaitScreen(by: connection)
      _ = try connection.call(WaitCall(screen: screen, condition: .presented, timeoutSeconds: 60), timeoutSeconds: 70)
      // The first seconds have the modeset in them, and the first measurements of how long drawing takes.
      Thread.sleep(forTimeInterval: 4)
      try machine.check("echo 8192 > /sys/kernel/tracing/buffer_size_kb")
      try machine.startProbing([], events: VBlankCount.events)
      Thread.sleep(forTimeInterval: seconds)
      let events = try machine.stopProbing()
      let plays = try connection.call(PlaysCall(), timeoutSeconds: 120).plays
      return Run(
        vblanks: VBlankCount(events, limit: .max), workers: WorkerFigures(try watcher.output()),
        isSameProcess: try connection.call(StatusCall()).processID == process,
        reasons: Set(plays.map(\.reason).filter { !$0.isEmpty }),
        shown: Set(plays.filter { $0.flips > 0 }.map(\.content)))
    }
  }

  private func figures(_ folder: BrokenFolder, _ without: Run, _ with: Run, _ length: Double) -> [Figure] {
    let paths = folder.entries.map { "\(Self.place)/\($0.name)" }
    let refused = paths.count { path in with.reasons.contains { $0.hasPrefix(path) } }
    let shown = paths.count { with.shown.contains($0) }
    let (processes, memory) = (with.workers?.processes ?? 0, with.workers?.kibibytes ?? 0)
    let vblanks = [without, with].map { $0.vblanks.flips.count + $0.vblanks.missed }
    return [
      Figure(
        name: "missed beside damaged files",
        values: [
          "missed": Double(with.vblanks.byProgram), "vblanks": Double(vblanks[1]), "missedOfThousand": with.rate,
          "withoutMissed": Double(without.vblanks.byProgram), "withoutVblanks": Double(vblanks[0]),
          "withoutMissedOfThousand": without.rate, "passedOverByKernel": Double(with.vblanks.passedOver),
        ],
        text: """
          \(with.vblanks.byProgram) of \(vblanks[1]) vblanks\(with.vblanks.remark); beside good pictures \
          \(without.vblanks.byProgram) of \(vblanks[0])\(without.vblanks.remark)
          """, demand: "no more of a thousand than without", isMet: with.rate <= without.rate,
        how: """
          moving bar over a playlist, vkms, 1920x1080@60, \(Int(length)) s each; the kernel's \
          drm_vblank_event_delivered
          """),
      Figure(
        name: "damaged files that were read",
        values: [
          "files": Double(paths.count), "refused": Double(refused), "shown": Double(shown),
          "processes": Double(processes), "mebibytes": Double(memory) / 1024, "restarts": with.isSameProcess ? 0 : 1,
        ],
        text: """
          \(refused) refused and \(shown) shown of \(paths.count), others late for their turn; \
          \(with.isSameProcess ? "no restart" : "RESTARTED"); at most \(processes) processes, \(memory >> 10) MiB
          """, demand: "9 of 10, no restart, at most 5 processes, below 256 MiB",
        isMet: refused + shown >= paths.count * 9 / 10 && with.isSameProcess && (1...5).contains(processes)
          && (1..<256 << 10).contains(memory),
        how: "the daemon's proof of play; /proc in the guest, every half second"),
    ]
  }

  private static func configuration(_ items: String) -> String {
    """
    screens: [{ match: { connector: "*" }, modes: [1920x1080@60] }]
    apps:
      lobby:
        scenes:
          externalDisplayNonInteractive:
            - content:
                layout:
                  - { pattern: moving-bar, height: 70% }
                  - playlist: { duration: \(Int(itemSeconds * 1000))ms, items: \(items) }
                    x: 30%
                    y: 70%
                    width: 40%
                    height: 30%

    """
  }
}
