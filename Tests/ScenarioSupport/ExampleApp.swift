internal import Foundation
internal import TestKit
internal import VirtualMachine

/// A program of the build that is an app, with a line open on which it can be typed to.
///
/// It is killed when it is let go of.
final class ExampleApp {
  private let process: ChildProcess
  private let keys: String
  /// It has a clock of its own.
  private let time: RealTime

  /// Starts it.
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

  /// What it has printed.
  var output: String { process.output }

  /// Whether it has not ended.
  var isRunning: Bool { process.exitStatus() == nil }

  /// Waits until it has ended, and returns its status.
  func status() throws -> Int { try process.wait(within: 60) }

  /// Ends it at once.
  func kill() { Foundation.kill(process.identifier, SIGKILL) }

  /// Types lines.
  func type(_ lines: String...) throws {
    let all = lines.map { "'\($0)'" }.joined(separator: " ")
    _ = try ChildProcess.shell("printf '%s\\n' \(all) >\(keys)")
  }

  /// Waits until it has printed something.
  func wait(for text: String) throws {
    let found = Deadline(after: 60).poll { output.contains(text) ? true : nil }
    try expect(found == true, "it prints “\(text)”, and not: \(output)")
  }
}
