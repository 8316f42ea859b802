internal import EventLoop
public import Glibc

/// A program that a test starts. All its signals are unblocked, although Swift's threads block most of them.
public enum StartedProgram {
  /// A program could not be started, or its exit status is not 0.
  public struct Failure: Error, CustomStringConvertible {
    /// The failure and the program.
    public let description: String
  }

  /// Starts a program from `PATH`.
  ///
  /// - Parameters:
  ///   - environment: The variables as `NAME=value`; nil for our variables.
  ///   - input: The standard input; nil for `/dev/null`.
  ///   - output: The standard output.
  ///   - errors: The standard error.
  ///   - others: Our descriptors that the program gets as 3 and following.
  public static func start(
    _ words: [String], environment: [String]? = nil, input: Int32? = nil, output: Int32 = STDOUT_FILENO,
    errors: Int32 = STDERR_FILENO, others: [Int32] = []
  ) throws(Failure) -> pid_t {
    let files: [ProgramStart.File] = [(0, input), (1, output), (2, errors)]
    let more: [ProgramStart.File] = others.enumerated().map { (3 + Int32($0.offset), $0.element) }
    let (failure, pid) = ProgramStart.start(
      path(of: words[0]), arguments: words, environment: environment, files: files + more)
    guard failure == 0 else {
      throw Failure(description: "\(words[0]) could not be started: \(String(cString: strerror(failure)))")
    }
    return pid
  }

  /// The path of a program in a folder of `PATH`.
  private static func path(of name: String) -> String {
    guard !name.contains("/") else { return name }
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 } ?? name
  }

  /// Runs a program to its end; returns its exit status, as `wait` does, and its output.
  ///
  /// - Parameter errors: Whether the output includes the standard error. Otherwise that goes to our standard error.
  public static func run(
    _ words: [String], environment: [String]? = nil, errors: Bool = false
  ) throws -> (status: Int32, output: String) {
    // A file instead of a pipe: a process that the program leaves would hold a pipe open.
    let folder = try TemporaryFolder("output")
    let log = openLog("\(folder.path)/log")
    defer { close(log) }
    let child = try start(words, environment: environment, output: log, errors: errors ? log : STDERR_FILENO)
    return (wait(for: child), TemporaryFolder.text(of: "\(folder.path)/log") ?? "")
  }

  /// Opens a file for the output of a program.
  public static func openLog(_ path: String, emptied: Bool = false) -> Int32 {
    open(path, O_WRONLY | O_CREAT | (emptied ? O_TRUNC : O_APPEND) | O_CLOEXEC, 0o644)
  }

  /// Waits for the end of a child, and returns its exit status, or 128 + N after signal N.
  public static func wait(for child: pid_t) -> Int32 {
    ChildEnd.take(of: child, within: -1)?.status ?? 0
  }

  /// Sends a signal to a child, and waits for its end.
  @discardableResult
  public static func end(_ child: pid_t, by signal: Int32 = SIGTERM) -> Int32 {
    kill(child, signal)
    return wait(for: child)
  }

  /// The exit status of a child, as `wait` returns it; nil while the child runs.
  public static func status(of child: pid_t) -> Int32? {
    ChildEnd.take(of: child)?.status
  }
}
