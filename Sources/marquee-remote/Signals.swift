internal import Dispatch
internal import Glibc

/// The signals that end the program.
enum Signals {
  /// Returns at SIGTERM or SIGINT.
  static func wait() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let sources = [SIGTERM, SIGINT].map { number in
      // Until the source has its handler the signal ends the program at once; were it ignored, one that comes now would be lost.
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
    for await _ in stream { break }
    for source in sources { source.cancel() }
  }
}
