import Glibc

/// A call that failed.
struct SupervisorError: Error, CustomStringConvertible {
  let description: String

  init(_ call: String, _ number: Int32 = errno) {
    description = "\(call): \(String(cString: strerror(number)))"
  }
}
