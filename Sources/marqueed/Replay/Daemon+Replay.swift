import ControlProtocol
import EventLoop
import Glibc
import Logging

extension Daemon {
  /// Plays a report again and says what came of it; the exit status is 0 where the decisions are the same, 1 where they are not.
  static func replay(_ path: String, _ arguments: MarqueedArguments, _ environment: DaemonEnvironment) -> Int32 {
    do {
      let file = try ReportFile(path: path)
      var directory = Array("\(environment["TMPDIR"] ?? "/tmp")/marquee-replay-XXXXXX".utf8CString)
      guard mkdtemp(&directory) != nil else {
        throw ReplayError(unreadable: path, "no directory can be made for it: \(String(cString: strerror(errno)))")
      }
      let folder = directory.withUnsafeBufferPointer {
        String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      defer { rmdir(folder) }
      var options = DaemonOptions(arguments, environment)
      options.replay = file.origin
      options.stateDirectory = folder
      let outcome = try Daemon(options).play(file)
      print(Self.text(of: file, outcome))
      return outcome.differences.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE
    } catch {
      Logger(label: "marqueed").critical("\(error)")
      return (error as? ReplayError)?.status ?? (error as? DaemonError)?.status ?? 70
    }
  }

  private func play(_ file: ReportFile) throws -> Replay.Outcome {
    guard let clock = (dayClock as? SimulatedDayClock)?.follower else {
      throw ReplayError(file.path, "the simulated displays could not be made")
    }
    var result: Result<Replay.Outcome, ReplayError>?
    let replay = Replay(file, with: self, clock: clock) { [self] in
      result = $0
      loop.stop()
    }
    startDisplays()
    replay.start()
    loop.run()
    _ = end()
    guard let result else { throw ReplayError(file.path, "the replay was ended before its end") }
    return try result.get()
  }

  private static func text(of file: ReportFile, _ outcome: Replay.Outcome) -> String {
    let report = file.report
    let passed = Double(report.nanoseconds &- min(report.beginning.nanoseconds, report.nanoseconds)) / 1e9
    let screens = report.decisions.count
    var lines = [
      "\(file.path): marqueed \(report.marqueed) on \(report.backend) displays, Linux \(report.kernel) (\(report.machine))",
      "\(file.entries.count) entries of \((passed * 10).rounded() / 10) s, \(screens) screen\(screens == 1 ? "" : "s")",
    ]
    lines += outcome.notes.map { "note: \($0)" } + outcome.differences.map { "different: \($0)" }
    let count = outcome.differences.count
    lines.append(count == 0 ? "The replay decides the same." : "\(count) difference\(count == 1 ? "" : "s").")
    return lines.joined(separator: "\n")
  }
}
