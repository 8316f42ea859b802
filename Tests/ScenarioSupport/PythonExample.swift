internal import Foundation

/// One of the example programs in Python, which runs on this machine and speaks to the daemon of a bench.
///
/// It is killed when it is let go of.
final class PythonExample {
  private let process: ChildProcess
  private let keys: String
  /// It has a clock of its own.
  private let time: RealTime

  /// The folder with all examples: that of the sources, or in a machine the copy beside the programs.
  static var folder: URL {
    let copy = URL(filePath: "/marquee/build/Examples")
    if (try? copy.checkResourceIsReachable()) == true { return copy }
    return URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Examples")
  }

  /// Starts it, and waits until it has registered.
  ///
  /// - Parameters:
  ///   - script: below `Examples`, as `game/game.py`.
  ///   - speaksPlainly: without the public Varlink package.
  ///   - user: whose program it is; another's than the test's takes root.
  init(
    _ bench: any Bench, _ script: String, _ arguments: [String] = [], speaksPlainly: Bool = true, user: UInt32? = nil
  ) throws {
    time = RealTime(bench)
    keys = FileManager.default.temporaryDirectory.appending(path: "marquee-keys-\(UUID().uuidString)").path
    // A pipe that stays open, so that more can be typed. `-B`: it leaves nothing beside the sources.
    _ = try ChildProcess.shell("mkfifo \(keys)")
    let words = (arguments + (speaksPlainly ? ["--plain"] : [])).map { "'\($0)'" }.joined(separator: " ")
    // Another user may not reach the interpreter that this one has found first.
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

  /// What Python runs: the script, or a line that becomes another user once it has read the script.
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

  /// Types something, without a line's end.
  func type(_ text: String) throws {
    _ = try ChildProcess.shell("printf %s '\(text)' >\(keys)")
  }

  /// Types a line, and returns what it prints next.
  @discardableResult
  func say(_ line: String) throws -> String {
    let before = lines.count
    try type(line + "\n")
    return try wait("an answer to “\(line)”", after: before) { _ in true }
  }

  /// Waits until a line that it prints fits; looks at those from index `start` on, and returns it.
  @discardableResult
  func wait(_ what: String, after start: Int = 0, until fits: (Substring) -> Bool) throws -> String {
    let found = Deadline(after: 60).poll { lines.dropFirst(start).first(where: fits) }
    guard let found else { throw ScenarioFailure("The program does not print \(what), but: \(process.output)") }
    return String(found)
  }

  /// What it has printed; each line comes whole.
  var lines: [Substring] { process.output.split(separator: "\n") }
}
