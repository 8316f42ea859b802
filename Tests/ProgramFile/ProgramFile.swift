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
    let status = run("install", "-m", "700", plain, path)
    guard status == 0 else { throw Failure(description: "\(path) could not be installed: status \(status)") }
  }

  /// The status with which a program ends, as wait(2) tells it; or why it could not be started.
  private static func run(_ words: String...) -> Int32 {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let error = posix_spawnp(&child, words[0], nil, nil, &arguments, environ)
    guard error == 0 else { return error }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return errno } }
    return status
  }
}
