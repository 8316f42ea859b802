internal import Foundation

/// What whoever started this program says to it.
enum StandardInput {
  /// Its lines, until it is closed.
  static func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      let thread = Thread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
      thread.start()
    }
  }
}
