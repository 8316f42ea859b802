internal import ControlClient
internal import ControlProtocol
internal import DamagedFiles
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  private static let good = RGB(0x20, 0xa0, 0x40)
  /// The time of day at which the playlist begins.
  private static let begin = "2026-11-22T12:00:00Z"
  private static let firstSeconds = 30.0
  /// The duration of each file.
  private static let itemSeconds = 0.1
  /// The number of damaged files. `MARQUEE_DAMAGED=1000` plays all files that `BrokenFileTests` reads.
  private static let damagedCount = ProcessInfo.processInfo.environment["MARQUEE_DAMAGED"].flatMap { Int($0) } ?? 200

  static let brokenFiles = Scenario(
    "damaged files in a playlist are each shown or reported once, without a missed flip of a moving bar or a lost good picture",
    gate: [.simulated]
  ) { bench in
    // This file uses its whole time limit. The clock runs on meanwhile, so it is the last file.
    let endless = "SVG: a filter"
    let folder = BrokenFolder(
      try BrokenFile.damaged(damagedCount) + BrokenFile.hostile.filter { !BrokenFile.endless.contains($0.name) }
        + BrokenFile.hostile.filter { $0.name == endless })
    let paths = try folder.entries.map { try bench.write($0.file.bytes, name: $0.name) }
    let place = try bench.write(Array(MadeFiles.drawing("\(good)").utf8), name: BrokenFolder.goodName)
      .dropLast(BrokenFolder.goodName.count + 1)
    let list = try bench.write(playlist(of: folder, in: String(place)), name: "damaged.yaml")
    let daemon = try bench.start(DaemonSetup(configuration(bench, list)))
    let client = daemon.client
    func simulate(_ command: SimulationCommand, _ set: (inout SimulateCall) -> Void) throws {
      var call = SimulateCall(command)
      set(&call)
      _ = try client.call(call, timeoutSeconds: 120)
    }
    func advance(seconds: Double) throws { try simulate(.advance) { $0.seconds = seconds } }

    let events = try daemon.events()
    try simulate(.time) { $0.time = begin }
    for display in [1, 2] { try bench.plug(display, TestDisplay(640, 480)) }
    for display in [1, 2] { try daemon.wait(display, .presented) }
    try daemon.photograph(2, "the good picture") { $0.uniformColor == good }
    let before = try daemon.status()
    let log = FileManager.default.temporaryDirectory.appending(path: "marquee-workers-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: log) }
    let script = WorkerFigures.script(of: before.processID, every: 0.02)
    let watcher = try ChildProcess(["sh", "-c", script], environment: [:], log: log)

    // From here on there are only the refreshes that the scenario requests.
    try simulate(.clock) { $0.on = false }
    let call = ShowCall(screen: bench.connector(1), content: .pattern("moving-bar"), noWait: true)
    _ = try client.call(call)
    let seconds = firstSeconds + Double(folder.entries.count + folder.entries.count / 10 + 10) * itemSeconds
    for _ in 0..<Int(seconds / 2) {
      try advance(seconds: 2)
      try events.drain()
    }
    _ = try client.call(ShowCall(screen: bench.connector(1), content: .color("#204060"), noWait: true))
    try advance(seconds: 1)
    let last = try unwrap(paths.last, "there are no files")
    try events.wait("what is said of \(endless)", within: 30) { $0.reason?.hasPrefix(last) == true }
    let after = try daemon.status()
    try expect(after.processID, is: before.processID, "the daemon's process")
    try expect(after.counters.missed, is: before.counters.missed, "refreshes that were missed")
    try expect(after.counters.droppedReaders, is: 0, "readers that were dropped")

    // Checked by the proof of play, which comes from the flips.
    let plays = try client.call(PlaysCall(since: begin)).plays
    let mode = try unwrap(daemon.screen(1)?.currentMode, "the screen has no mode")
    let bar = try unwrap(plays.first { $0.content == "pattern" }, "the moving bar is in no proof of play")
    let length = Double(bar.lastFlipNanoseconds - bar.firstFlipNanoseconds) / 1e9
    let refreshes = Int((length * Double(mode.refreshMillihertz) / 1000).rounded()) + 1
    try expect(Int(bar.flips), is: refreshes, "flips of the moving bar in \(length) s")
    try expect(length > seconds - 4, "the bar has moved for \(length) s of \(seconds)")

    let shown = Set(plays.filter { $0.screen == bench.connector(2) && $0.flips > 0 }.map(\.content))
    let reasons = events.all(EventName(rawValue: "contentDidFail")).compactMap(\.reason)
    for (path, entry) in zip(paths, folder.entries) {
      let told = reasons.filter { $0.hasPrefix(path) }
      let isShown = shown.contains(path)
      try expect(
        told.count, is: isShown ? 0 : 1, "\(entry.file.name), shown: \(isShown), told: \(told)")
    }
    let share = Double(reasons.count) / Double(paths.count)
    try expect(share > 0.1 && share < 0.9, "\(reasons.count) of \(paths.count) files are refused")
    try expect(reasons.count, is: Set(reasons).count, "reasons that were told twice")

    let workers = try unwrap(WorkerFigures(watcher.output), "no process was seen")
    try expect(workers.processes <= 5, "\(workers.processes) processes at a time")
    // A file of these has a picture of a few MiB at most.
    try expect(workers.kibibytes < 256 << 10, "a process with \(workers.kibibytes) KiB")
    print(
      "\(paths.count) damaged files beside a daemon: \(bar.flips) flips in \(refreshes) refreshes, \(reasons.count) refused, "
        + "at most \(workers.processes) processes and \(workers.kibibytes >> 10) MiB")
    try simulate(.clock) { $0.on = true }
    try daemon.photograph(2, "the good picture after all") { $0.uniformColor == good }
  }

  private static func playlist(of folder: BrokenFolder, in place: String) -> String {
    let good = BrokenFolder.good(in: place)
    let first = good.dropLast(2) + ", duration: \(Int(firstSeconds))s }"
    let parts = stride(from: 0, to: folder.entries.count, by: 100).map { start in
      let items = folder.items(in: place, start..<min(start + 100, folder.entries.count))
      return "    - playlist: { duration: \(Int(itemSeconds * 1000))ms, items: \(items) }\n"
    }
    return """
      playlist:
        start: \(begin)
        repeat: 1
        items:
          - \(first)
      \(parts.joined())    - \(first)

      """
  }

  private static func configuration(_ bench: any Bench, _ list: String) -> String {
    """
    screens:
      - match: { connector: \(bench.connector(2)) }
        role: damaged
    apps:
      lobby:
        scenes:
          externalDisplayNonInteractive: [{ name: bar, content: { color: "#204060" } }]
          damaged: [{ name: files, content: { playlist: { file: "\(list)" } } }]

    """
  }
}
