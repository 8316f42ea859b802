internal import Glibc

/// Lines for whoever started this program.
enum Output {
  /// On standard output; false where nobody reads it any more.
  @discardableResult
  static func write(_ line: String) -> Bool { send(line, to: STDOUT_FILENO) }

  /// On standard error.
  static func say(_ line: String) { _ = send(line, to: STDERR_FILENO) }

  private static func send(_ line: String, to descriptor: Int32) -> Bool {
    var rest = Array("\(line)\n".utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if count == 0 || errno != EINTR { return false }
    }
    return true
  }
}
