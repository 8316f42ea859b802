internal import Glibc
internal import RemoteServer

/// What whoever started this program says to it.
enum StandardInput {
  /// Its lines, until it is closed.
  static func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      BlockingThread.start("marquee-input") {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
