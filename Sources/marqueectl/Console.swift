import ControlProtocol
import Glibc
import SpeakerView

/// Standard output and standard error, line by line and without a buffer: a pipe sees each line at once.
///
/// Titles, names of files and displays, and what other programs say are others' words: what would control a terminal is replaced by `·`.
/// Only a file or a pipe gets the standard output as it is.
enum Console {
  /// Ends the program where the line cannot be written, as on a full disk: half an answer is no success.
  ///
  /// Where nobody reads any more it ends as every program does, by SIGPIPE, whether or not that is ignored here.
  static func print(_ line: String) {
    guard let error = write(isatty(STDOUT_FILENO) == 1 ? SafeText.lines(line) : line, to: STDOUT_FILENO) else { return }
    if error == EPIPE {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    let reason = String(cString: strerror(error))
    ToolFailure(message: "Standard output could not be written: \(reason).", status: .failed).exit()
  }

  /// Whether whoever read a pipe's other end has gone (poll(2)): nothing need be waited for any more.
  static var hasNoReader: Bool {
    var entry = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLERR) != 0
  }

  /// What cannot be written is dropped: there is nobody left to tell.
  static func complain(_ line: String) { _ = write(SafeText.lines(line), to: STDERR_FILENO) }

  /// The errno of what went wrong; nil where all was written.
  private static func write(_ line: String, to descriptor: Int32) -> Int32? {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || (count < 0 && errno == EINTR) else { return count < 0 ? errno : ENOSPC }
      bytes = bytes.dropFirst(max(0, count))
    }
    return nil
  }
}

/// A value as JSON on one line.
enum JSONText {
  static func of(_ value: some Encodable) -> String {
    do throws(ControlError) {
      return String(decoding: try ControlJSON.encode(value), as: UTF8.self)
    } catch {
      return error.description
    }
  }
}
