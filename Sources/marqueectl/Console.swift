import ControlProtocol
import Glibc
import SpeakerView

/// Standard output and standard error, without a buffer, so that a pipe gets each line at once.
///
/// Titles, names and other programs' messages are foreign text: control characters are replaced by `·` on a terminal. Files and pipes get
/// standard output unchanged.
enum Console {
  /// Ends the program if a line cannot be written, for example on a full disk, because a part of the answer is no success.
  ///
  /// If the reader has gone, the program ends by SIGPIPE like other programs, even if that is ignored here.
  static func print(_ line: String) {
    guard let error = write(isatty(STDOUT_FILENO) == 1 ? SafeText.lines(line) : line, to: STDOUT_FILENO) else { return }
    if error == EPIPE {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    ToolFailure(message: "Standard output could not be written: \(String(errno: error)).").exit()
  }

  /// Whether the reader of a pipe has gone (poll(2)).
  static var hasNoReader: Bool {
    var entry = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLERR) != 0
  }

  /// Drops a line that cannot be written.
  static func complain(_ line: String) { _ = write(SafeText.lines(line), to: STDERR_FILENO) }

  private static func write(_ line: String, to descriptor: Int32) -> Int32? {
    DescriptorIO.write(Array((line + "\n").utf8), to: descriptor)
  }
}

enum JSONText {
  static func of(_ value: some Encodable, pretty: Bool = false) throws -> String {
    String(decoding: try ControlJSON.encode(value, pretty: pretty), as: UTF8.self)
  }
}
