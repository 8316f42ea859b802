import Glibc

/// Standard output and standard error, line by line and without a buffer: a pipe sees each line at once.
enum Console {
  static func print(_ line: String) { write(line, to: STDOUT_FILENO) }

  static func complain(_ line: String) { write(line, to: STDERR_FILENO) }

  /// What cannot be written is dropped: there is nobody left to tell.
  private static func write(_ line: String, to descriptor: Int32) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || (count < 0 && errno == EINTR) else { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}
