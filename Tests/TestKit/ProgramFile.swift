internal import Glibc

/// Writes a script that a test starts as a program.
///
/// The kernel starts nothing that anybody has open for writing (`ETXTBSY`, execve(2)), and a process that another thread is starting at that
/// moment has every file of this one open: so it is written by a process of its own, which starts none.
public enum ProgramFile {
  /// Why a script is not there.
  public struct Failure: Error, CustomStringConvertible {
    /// What happened, to which file.
    public let description: String
  }

  /// Writes it, or writes it anew, and returns when it can be started by its owner.
  public static func write(_ text: String, to path: String) throws(Failure) {
    let plain = path + ".text"
    guard let file = fopen(plain, "we") else {
      throw Failure(description: "\(plain) could not be opened: errno \(errno)")
    }
    let written = fputs(text, file) >= 0
    let closed = fclose(file) == 0
    defer { unlink(plain) }
    guard written, closed else { throw Failure(description: "\(plain) could not be written") }
    try run("install", "-m", "700", plain, path)
  }

  /// Writes a script whose first process never answers anything, and whose later ones are another program.
  ///
  /// So a test can kill the first one, and knows that no answer of it is under way. `waitForSilentOne` must come before that.
  public static func writeSilentOnce(then program: String, to path: String) throws(Failure) {
    try write(
      "#!/bin/sh\n[ ! -p '\(path).bell' ] || { echo > '\(path).bell'; exec sleep 1000; }\nexec '\(program)' \"$@\"\n",
      to: path)
    guard mkfifo("\(path).bell", 0o600) == 0 else {
      throw Failure(description: "\(path).bell could not be made: errno \(errno)")
    }
  }

  /// Waits until the silent process of a script has begun; the next one is the other program.
  public static func waitForSilentOne(of path: String) throws(Failure) {
    let bell = open("\(path).bell", O_RDONLY | O_CLOEXEC)
    guard bell >= 0 else { throw Failure(description: "\(path).bell could not be opened: errno \(errno)") }
    defer { close(bell) }
    unlink("\(path).bell")
    // To its end: a pipe that nobody reads would end the script.
    var byte: UInt8 = 0
    while read(bell, &byte, 1) > 0 || errno == EINTR { errno = 0 }
  }

  /// Runs a program to its end, which must be a good one.
  private static func run(_ words: String...) throws(Failure) {
    let child: pid_t
    do throws(StartedProgram.Failure) {
      child = try StartedProgram.start(words)
    } catch {
      throw Failure(description: error.description)
    }
    let status = StartedProgram.wait(for: child)
    guard status == 0 else {
      throw Failure(description: "\(words.joined(separator: " ")) ended with status \(status)")
    }
  }
}
