internal import Glibc

/// Writes a script that a test starts as a program.
///
/// The kernel starts no file that is open for writing (`ETXTBSY`, execve(2)). A process that another thread starts at that moment inherits
/// every open file of this process. So another process writes the script, and that process starts no program.
public enum ProgramFile {
  /// The script could not be written.
  public struct Failure: Error, CustomStringConvertible {
    /// The failure and the file.
    public let description: String
  }

  /// Writes or replaces the script. When it returns, the owner of the file can start it.
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

  /// Writes a script whose first process never answers. Each later process runs another program.
  ///
  /// A test can then kill the first process while no answer of it is under way. Call `waitForSilentOne` before.
  public static func writeSilentOnce(then program: String, to path: String) throws(Failure) {
    try write(
      "#!/bin/sh\n[ ! -p '\(path).bell' ] || { echo > '\(path).bell'; exec sleep 1000; }\nexec '\(program)' \"$@\"\n",
      to: path)
    guard mkfifo("\(path).bell", 0o600) == 0 else {
      throw Failure(description: "\(path).bell could not be made: errno \(errno)")
    }
  }

  /// Waits until the silent process of a script has begun. The next process is the other program.
  public static func waitForSilentOne(of path: String) throws(Failure) {
    let bell = open("\(path).bell", O_RDONLY | O_CLOEXEC)
    guard bell >= 0 else { throw Failure(description: "\(path).bell could not be opened: errno \(errno)") }
    defer { close(bell) }
    unlink("\(path).bell")
    // Read to its end: a pipe without a reader would end the script.
    var byte: UInt8 = 0
    while read(bell, &byte, 1) > 0 || errno == EINTR { errno = 0 }
  }

  /// Runs a program to its end. Its exit status must be 0.
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
