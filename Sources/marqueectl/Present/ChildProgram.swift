import EventLoop
import Glibc

/// A child program with pipes, in its own process group. Its signal handling is the default.
final class ChildProgram {
  let process: pid_t
  private(set) var input: Int32
  /// The pipe from its standard output, non-blocking.
  let output: Int32
  /// The pipe from its standard error, non-blocking; -1 if standard error goes to standard output.
  let errors: Int32
  /// The exit status, or 128 plus the number of the signal that ended the program; nil until it is collected.
  private var status: Int32?

  init(_ path: String, _ arguments: [String], joinsErrors: Bool = false) throws(SystemCallError) {
    let program = path.split(separator: "/").last.map(String.init) ?? path
    guard let toChild = Self.pipe(), let fromChild = Self.pipe(), let complaints = Self.pipe() else {
      throw SystemCallError(what: "\(program) could not be started", errno: errno)
    }
    let (failure, started) = ProgramStart.start(
      path, arguments: [program] + arguments,
      files: [
        (STDIN_FILENO, toChild.read), (STDOUT_FILENO, fromChild.write),
        (STDERR_FILENO, joinsErrors ? fromChild.write : complaints.write),
      ])
    for number in [toChild.read, fromChild.write, complaints.write] { close(number) }
    (process, input, output, errors) = (started, toChild.write, fromChild.read, complaints.read)
    for number in [output, errors] { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
    guard failure == 0 else {
      status = 127
      throw SystemCallError(what: "\(path) could not be started", errno: failure)
    }
  }

  deinit {
    _ = end()
    for number in [output, errors] { close(number) }
  }

  private static func pipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for number in ends { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Closes standard input, sends SIGTERM after a second, and SIGKILL a second later. Returns the status as `exitStatus` does.
  func end() -> Int32 {
    closeInput()
    for signal in [0, SIGTERM, SIGKILL] {
      if signal != 0 { kill(by: signal) }
      if let status = exitStatus(within: 1000) { return status }
    }
    // Only a process that is blocked in the kernel survives SIGKILL for so long.
    return 128 + SIGKILL
  }

  func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(input, bytes, bytes.count)
  }

  /// Returns nil while the program runs; a negative time waits for its end.
  func exitStatus(within milliseconds: Int32 = 0) -> Int32? {
    status = status ?? ChildEnd.take(of: process, within: milliseconds)?.status
    return status
  }

  /// Sends a signal to the program and all processes of its group.
  func kill(by signal: Int32) { _ = Glibc.kill(-process, signal) }

  /// Finds a program: beside this one, otherwise on the search path.
  static func find(_ name: String, besideThisOne: Bool) -> String? {
    var folders: [String] = []
    if besideThisOne, let own = ProgramStart.ownFolder { folders.append(own) }
    folders += (String(environment: "PATH") ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
