import Glibc

/// Standard output and standard error, line by line and without a buffer: a pipe sees each line at once.
enum Console {
  /// Ends the program where the line cannot be written, as on a full disk: half an answer is no success.
  static func print(_ line: String) {
    guard let error = write(line, to: STDOUT_FILENO) else { return }
    let reason = String(cString: strerror(error))
    ToolFailure(message: "Standard output could not be written: \(reason).", status: .failed).exit()
  }

  /// What cannot be written is dropped: there is nobody left to tell.
  static func complain(_ line: String) { _ = write(line, to: STDERR_FILENO) }

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
