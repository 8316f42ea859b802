import ControlProtocol
import EventLoop
import Glibc
import SpeakerView

/// Standard output and standard error, without a buffer, so that a pipe gets each line at once. Titles, names and messages of other
/// programs may have control characters. On a terminal each becomes `·`. Files and pipes get standard output unchanged.
enum Console {
  /// Prints a line. If that fails, for example on a full disk, it ends the program, because part of an answer is no success. If the reader
  /// has left, the program ends by SIGPIPE like other programs, even if this process ignores that signal.
  static func print(_ line: String) {
    guard let error = write(isatty(STDOUT_FILENO) == 1 ? SafeText.lines(line) : line, to: STDOUT_FILENO) else { return }
    if error == EPIPE {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    ToolFailure(message: "Standard output could not be written: \(String(errno: error)).").exit()
  }

  /// Whether the reader of a pipe has left (poll(2)).
  static var hasNoReader: Bool {
    var entry = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLERR) != 0
  }

  /// Prints a line to standard error, and ignores a failure.
  static func complain(_ line: String) { _ = write(SafeText.lines(line), to: STDERR_FILENO) }

  private static func write(_ line: String, to descriptor: Int32) -> Int32? {
    WholeWrite.write(Array((line + "\n").utf8), to: descriptor)
  }
}

enum JSONText {
  static func of(_ value: some Encodable, pretty: Bool = false) throws -> String {
    String(decoding: try ControlJSON.encode(value, pretty: pretty), as: UTF8.self)
  }
}
