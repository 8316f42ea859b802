internal import EventLoop
internal import Synchronization
internal import SystemPackage

/// Brings answers of other threads to the server's.
final class HTTPInbox: Sendable {
  /// What was brought, by the numbers of connections.
  struct Contents: Sendable {
    var answers: [(number: Int, answer: HTTPAnswer)] = []
    /// Connections whose stream has a new piece, or its end.
    var streams: Set<Int> = []
  }

  private let bell: Doorbell
  private let contents = Mutex(Contents())

  init() throws(Errno) {
    bell = try Doorbell()
  }

  /// Readable while there is something.
  var descriptor: Int32 { bell.descriptor }

  func put(_ answer: HTTPAnswer, for number: Int) {
    contents.withLock { $0.answers.append((number, answer)) }
    bell.ring()
  }

  func wake(_ number: Int) {
    _ = contents.withLock { $0.streams.insert(number) }
    bell.ring()
  }

  /// Takes out everything.
  func take() -> Contents {
    bell.silence()
    return contents.withLock { contents in
      defer { contents = Contents() }
      return contents
    }
  }
}
