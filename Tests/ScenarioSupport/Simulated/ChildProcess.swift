internal import Foundation
internal import TestKit
internal import VirtualMachine

/// A program of the build on this machine.
///
/// The program ends with the thread that started it.
final class ChildProcess {
  let identifier: pid_t
  let logPath: String
  private var status: Int?

  /// Starts a program. Its output goes to the file `log`.
  init(_ words: [String], environment: [String: String], log: String) throws {
    logPath = log
    let file = StartedProgram.openLog(log)
    defer { close(file) }
    identifier = try StartedProgram.start(
      ["setpriv", "--pdeathsig", "KILL"] + words,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }, output: file,
      errors: file)
  }

  deinit {
    guard status == nil else { return }
    Foundation.kill(identifier, SIGKILL)
    _ = StartedProgram.wait(for: identifier)
  }

  /// The exit status, 128 + N after signal N; nil while the program runs.
  func exitStatus() -> Int? {
    if status == nil { status = StartedProgram.status(of: identifier).map { Int($0) } }
    return status
  }

  /// Waits for its end, at least a minute, because the host may be busy.
  func wait(within seconds: Double) throws -> Int {
    let seconds = max(seconds, 60)
    guard let status = Deadline(after: seconds).poll(every: 5, { exitStatus() }) else {
      throw ScenarioFailure("Process \(identifier) still runs after \(seconds) seconds. It says:\n\(output)")
    }
    return status
  }

  /// The program's output so far.
  var output: String {
    String(decoding: FileManager.default.contents(atPath: logPath) ?? Data(), as: UTF8.self)
  }

  /// Runs a shell script and returns its output.
  static func shell(_ script: String) throws -> String {
    let log = FileManager.default.temporaryDirectory.appending(path: "marquee-\(UUID().uuidString).log").path
    defer { try? FileManager.default.removeItem(atPath: log) }
    let process = try ChildProcess(["sh", "-c", script], environment: [:], log: log)
    let status = try process.wait(within: 30)
    guard status == 0 else { throw ScenarioFailure("This ends with status \(status): \(script)\n\(process.output)") }
    return process.output
  }
}
