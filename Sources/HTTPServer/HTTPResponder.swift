internal import Synchronization

/// The way back to one request's client; any thread may answer.
///
/// A responder that is let go of without an answer sends status 500, so that no client waits for ever.
public final class HTTPResponder: Sendable {
  private let send: Mutex<(@Sendable (HTTPAnswer) -> Void)?>

  init(_ send: @escaping @Sendable (HTTPAnswer) -> Void) {
    self.send = Mutex(send)
  }

  /// Answers; only the first answer counts.
  public func answer(_ answer: HTTPAnswer) {
    let send = send.withLock { send in
      defer { send = nil }
      return send
    }
    send?(answer)
  }

  deinit { answer(HTTPAnswer(status: .internalServerError)) }
}
