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

  /// Runs a program to its end, which must be a good one.
  private static func run(_ words: String...) throws(Failure) {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let error = posix_spawnp(&child, words[0], nil, nil, &arguments, environ)
    guard error == 0 else { throw Failure(description: "\(words[0]) could not be started: errno \(error)") }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure(description: "\(words[0]) was lost: errno \(errno)") }
    }
    guard status == 0 else {
      throw Failure(description: "\(words.joined(separator: " ")) ended with wait status \(status)")
    }
  }
}
