internal import Foundation
internal import TestKit
internal import VirtualMachine

/// A program of the build that is an app. A scenario can type lines into its standard input.
///
/// The program is killed when this value is released.
final class ExampleApp {
  private let process: ChildProcess
  private let keys: String
  /// The program has its own clock.
  private let time: RealTime

  /// Starts the program.
  init(_ bench: any Bench, _ program: String, _ arguments: [String] = []) throws {
    time = RealTime(bench)
    keys = FileManager.default.temporaryDirectory.appending(path: "marquee-keys-\(UUID().uuidString)").path
    _ = try ChildProcess.shell("mkfifo \(keys)")
    let words = arguments.map { " '\($0)'" }.joined()
    process = try ChildProcess(
      ["sh", "-c", "exec '\(BuiltPrograms.folder())/\(program)'\(words) <>\(keys)"],
      environment: ["MARQUEE_SOCKET": bench.socketPath], log: "\(keys).log")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: keys)
    try? FileManager.default.removeItem(atPath: "\(keys).log")
  }

  /// The program's output so far.
  var output: String { process.output }

  /// Whether the program still runs.
  var isRunning: Bool { process.exitStatus() == nil }

  /// Waits for the program's end, and returns its exit status.
  func status() throws -> Int { try process.wait(within: 60) }

  /// Kills the program.
  func kill() { Foundation.kill(process.identifier, SIGKILL) }

  /// Types lines.
  func type(_ lines: String...) throws {
    let all = lines.map { "'\($0)'" }.joined(separator: " ")
    _ = try ChildProcess.shell("printf '%s\\n' \(all) >\(keys)")
  }

  /// Waits until the program's output contains a text.
  func wait(for text: String) throws {
    let found = Deadline(after: 60).poll { output.contains(text) ? true : nil }
    try expect(found == true, "it prints \"\(text)\", and not: \(output)")
  }
}
