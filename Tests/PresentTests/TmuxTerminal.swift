import Foundation
import TestKit

/// A terminal with a shell, by tmux: keys go in, and the visible text comes out.
final class TmuxTerminal {
  /// A text did not appear in time.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let directory: String
  private let socket: String
  private let environment: [String: String]
  /// Rung by whatever is written to the terminal.
  private let output: Bell

  init(columns: Int = 80, rows: Int = 24, environment: [String: String]) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "marquee-tmux-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    socket = "\(directory)/tmux.sock"
    self.environment = environment
    output = try Bell("\(directory)/output")
    let said = environment.map { "export \($0.key)='\($0.value)'" }.joined(separator: "; ")
    try tmux(
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "cd \(directory); \(said); PS1='ready$ ' exec bash --norc")
    try tmux("pipe-pane", "-O", "exec cat > \(output.path)")
    try wait("the shell") { $0.contains("ready$") }
  }

  deinit {
    _ = try? tmux("kill-server")
    try? FileManager.default.removeItem(atPath: directory)
  }

  @discardableResult
  func tmux(_ words: String...) throws -> String {
    // A file and no pipe: the server, which stays, would hold that open.
    let output = "\(directory)/said"
    defer { unlink(output) }
    var variables = ProcessInfo.processInfo.environment.merging(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]) { $1 }
    for name in ["TMUX", "TMUX_PANE", "NO_COLOR"] { variables[name] = nil }
    let log = StartedProgram.openLog(output, emptied: true)
    defer { close(log) }
    // Whatever runs in the terminal inherits the signals of this process.
    let process = try StartedProgram.start(
      ["tmux", "-u", "-S", socket, "-f", "/dev/null"] + words, environment: variables.map { "\($0.key)=\($0.value)" },
      output: log, errors: log)
    let status = StartedProgram.wait(for: process)
    let said = String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
    guard status == 0 else { throw Failure(description: "tmux \(words): \(said)") }
    return said
  }

  /// Presses keys, by tmux's names.
  func press(_ keys: String...) throws {
    for key in keys { try tmux("send-keys", key) }
  }

  /// Writes letters.
  func type(_ text: String) throws { try tmux("send-keys", "-l", text) }

  /// Waits until the terminal has input that its program has not read.
  func waitForUnreadInput() throws {
    let path = try value("pane_tty")
    let terminal = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard terminal >= 0 else { throw Failure(description: "\(path): errno \(errno)") }
    defer { close(terminal) }
    guard Bell.wait(for: terminal) else { throw Failure(description: "\(path) has no unread input") }
  }

  /// Runs a command in the shell.
  func run(_ command: String) throws {
    try type(command)
    try press("Enter")
  }

  /// The visible text.
  func screen() throws -> String { try tmux("capture-pane", "-p") }

  /// A value of tmux's, as `alternate_on`.
  func value(_ name: String) throws -> String {
    try tmux("display-message", "-p", "#{\(name)}").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Waits until the screen is as it must be, and returns it.
  @discardableResult
  func wait(_ what: String, within seconds: Double = 60, until fits: (String) -> Bool) throws -> String {
    var last = ""
    let end = Date.now + seconds
    repeat {
      // Later output is read next.
      output.silence()
      last = try screen()
      if fits(last) { return last }
    } while output.wait(until: end)
    throw Failure(description: "\(what) was not seen within \(seconds) seconds. The screen:\n\(last)")
  }

  /// Writes a file into the shell's folder.
  func write(_ text: String, name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(directory)/\(name)"))
  }

  /// Writes a script into the shell's folder that can be started at once.
  func writeProgram(_ text: String, name: String) throws { try ProgramFile.write(text, to: "\(directory)/\(name)") }

  func resize(_ columns: Int, _ rows: Int) throws { try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)") }
}
