import Glibc

/// Why a terminal cannot be used.
struct TerminalError: Error {
  var what: String
  var errno: Int32

  var description: String { "\(what): \(String(cString: strerror(errno)))" }
}
