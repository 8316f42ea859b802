internal import Foundation

/// One of the example programs in Python. It runs on this machine and talks to the daemon of a bench.
///
/// The program is killed when this value is released.
final class PythonExample {
  private let process: ChildProcess
  private let keys: String
  /// The program has its own clock.
  private let time: RealTime

  /// The folder with all examples: in the sources, or in a machine the copy beside the programs.
  static var folder: URL {
    let copy = URL(filePath: "/marquee/build/Examples")
    if (try? copy.checkResourceIsReachable()) == true { return copy }
    return URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Examples")
  }

  /// Starts the program, and waits until it has registered.
  ///
  /// - Parameters:
  ///   - script: The path below `Examples`, such as `game/game.py`.
  ///   - speaksPlainly: Whether it runs without the public Varlink package.
  ///   - user: The user of the program. A user other than the test's needs root.
  init(
    _ bench: any Bench, _ script: String, _ arguments: [String] = [], speaksPlainly: Bool = true, user: UInt32? = nil
  ) throws {
    time = RealTime(bench)
    keys = FileManager.default.temporaryDirectory.appending(path: "marquee-keys-\(UUID().uuidString)").path
    // The pipe stays open, so that the test can type more later. `-B`: Python writes no files beside the sources.
    _ = try ChildProcess.shell("mkfifo \(keys)")
    let words = (arguments + (speaksPlainly ? ["--plain"] : [])).map { "'\($0)'" }.joined(separator: " ")
    // Another user may not reach the interpreter that is the first in our `PATH`.
    let interpreter = user == nil ? "python3" : "/usr/bin/python3"
    process = try ChildProcess(
      ["sh", "-c", "exec \(interpreter) -B \(Self.program(script, user)) \(words) <>\(keys)"],
      environment: ["MARQUEE_SOCKET": bench.socketPath], log: "\(keys).log")
    let isReady = Deadline(after: 60).poll {
      process.output.contains("registered") || process.exitStatus() != nil ? true : nil
    }
    try expect(
      isReady != nil && process.exitStatus() == nil,
      "the program registers (it needs python3); it says: \(process.output)")
    let way = speaksPlainly ? "PlainVarlink" : "PublicVarlink"
    try expect(process.output.contains("\(way): registered"), "it speaks by \(way); it says: \(process.output)")
  }

  /// The program for Python: the script, or a line that reads the script and then changes the user.
  private static func program(_ script: String, _ user: UInt32?) -> String {
    let file = folder.appending(path: script)
    guard let user else { return file.path }
    let become = "os.setgroups([]); os.setgid(\(user)); os.setuid(\(user))"
    let (place, name) = (file.deletingLastPathComponent().path, file.deletingPathExtension().lastPathComponent)
    return "-c 'import os, sys; sys.path.insert(0, \"\(place)\"); import \(name); \(become); \(name).main()'"
  }

  deinit {
    try? FileManager.default.removeItem(atPath: keys)
    try? FileManager.default.removeItem(atPath: "\(keys).log")
  }

  /// Types a text without a line end.
  func type(_ text: String) throws {
    _ = try ChildProcess.shell("printf %s '\(text)' >\(keys)")
  }

  /// Types a line, and returns the next line of the output.
  @discardableResult
  func enter(_ line: String) throws -> String {
    let before = lines.count
    try type(line + "\n")
    return try wait("an answer to \"\(line)\"", after: before) { _ in true }
  }

  /// Waits until a line of its output fits, and returns it. It searches from index `start`.
  @discardableResult
  func wait(_ what: String, after start: Int = 0, until fits: (Substring) -> Bool) throws -> String {
    let found = Deadline(after: 60).poll { lines.dropFirst(start).first(where: fits) }
    guard let found else { throw ScenarioFailure("The program does not print \(what), but: \(process.output)") }
    return String(found)
  }

  /// The complete lines of the output so far.
  var lines: [Substring] { process.output.split(separator: "\n") }
}
