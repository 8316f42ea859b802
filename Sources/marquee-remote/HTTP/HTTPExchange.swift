internal import CMicroHTTPD
internal import EventLoop
internal import Synchronization
internal import SystemPackage

/// One request on its way through libmicrohttpd, and its answer. Belongs to the server's thread.
@safe final class HTTPExchange {
  enum State {
    /// The head was refused. The answer is sent before the body is read, and then the connection ends.
    case refused(HTTPAnswer)
    /// The body is being received.
    case body([UInt8])
    /// The handler works, and libmicrohttpd ignores the connection.
    case handling
    case answered(HTTPAnswer)
    case sending
  }

  private let connection: OpaquePointer
  /// The bytes of the body, as the head names them.
  let bodyBytes: Int
  var state: State
  /// The stream that is the answer's body.
  private(set) var stream: EventStream?
  /// The rest of the piece that is being sent.
  private var piece: ArraySlice<UInt8> = []
  /// Whether libmicrohttpd ignores the connection until `resume`.
  private var isSuspended = false

  /// Whether libmicrohttpd has bytes of an answer to send.
  var isSending: Bool {
    guard case .sending = state else { return false }
    return !isSuspended
  }

  init(connection: OpaquePointer, state: State, bodyBytes: Int = 0) {
    unsafe self.connection = connection
    self.bodyBytes = bodyBytes
    self.state = state
  }

  func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    unsafe MHD_suspend_connection(connection)
  }

  func resume() {
    guard isSuspended else { return }
    isSuspended = false
    unsafe MHD_resume_connection(connection)
  }

  /// Ends the request because the server closes.
  func end() {
    stream?.finish()
    piece = []
    resume()
  }

  /// Passes an answer to libmicrohttpd, which copies its bytes. Returns false if that is impossible.
  func queue(_ answer: HTTPAnswer, closes: Bool) -> Bool {
    let made: OpaquePointer?
    switch answer.body {
    case .bytes(var bytes):
      unsafe made = unsafe bytes.withUnsafeMutableBytes {
        unsafe MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
      }
    case .stream(let stream):
      self.stream = stream
      // libmicrohttpd releases it with the response.
      let retained = unsafe Unmanaged.passRetained(self).toOpaque()
      unsafe made = unsafe MHD_create_response_from_callback(
        UInt64.max, 1024,
        { exchange, _, buffer, most in
          guard let exchange = unsafe exchange, let buffer = unsafe buffer else { return HTTPExchange.endWithError }
          return unsafe Unmanaged<HTTPExchange>.fromOpaque(exchange).takeUnretainedValue()
            .fill(UnsafeMutableRawBufferPointer(start: buffer, count: most))
        }, retained,
        { exchange in
          if let exchange = unsafe exchange { unsafe Unmanaged<HTTPExchange>.fromOpaque(exchange).release() }
        })
      if unsafe made == nil { unsafe Unmanaged<HTTPExchange>.fromOpaque(retained).release() }
    }
    guard let response = unsafe made else { return false }
    defer { unsafe MHD_destroy_response(response) }
    for (name, value) in answer.headers { unsafe MHD_add_response_header(response, name, value) }
    if closes { unsafe MHD_add_response_header(response, "Connection", "close") }
    state = .sending
    return unsafe MHD_queue_response(connection, answer.status.rawValue, response) == .YES
  }

  /// MHD_CONTENT_READER_END_OF_STREAM and MHD_CONTENT_READER_END_WITH_ERROR.
  private static let endOfStream = -1
  private static let endWithError = -2

  /// Copies waiting bytes of the stream.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    if piece.isEmpty {
      guard let stream, !stream.isAtEnd else { return HTTPExchange.endOfStream }
      guard let next = stream.next() else {
        // Otherwise libmicrohttpd would call this function again and again.
        suspend()
        return 0
      }
      piece = next[...]
    }
    let bytes = piece.prefix(buffer.count)
    unsafe buffer.copyBytes(from: bytes)
    piece = piece.dropFirst(bytes.count)
    return bytes.count
  }
}

/// Passes answers of other threads to the server's thread.
final class HTTPInbox: Sendable {
  /// Answers, and streams with a new piece or an end, by the numbers of connections.
  typealias Contents = (answers: [(number: Int, answer: HTTPAnswer)], streams: Set<Int>)

  private let wakeEvent: WakeEvent
  private let contents = Mutex<Contents>(([], []))

  init() throws(Errno) {
    wakeEvent = try WakeEvent()
  }

  /// Readable while the inbox is not empty.
  var descriptor: Int32 { wakeEvent.descriptor }

  func put(_ answer: HTTPAnswer, for number: Int) {
    contents.withLock { $0.answers.append((number, answer)) }
    wakeEvent.signal()
  }

  func wake(_ number: Int) {
    _ = contents.withLock { $0.streams.insert(number) }
    wakeEvent.signal()
  }

  /// Returns the contents, and empties the inbox.
  func take() -> Contents {
    wakeEvent.reset()
    return contents.withLock { contents in
      defer { contents = ([], []) }
      return contents
    }
  }
}

/// Sends the answer to a request, from any thread. If it is released without an answer, the client gets status 500.
final class HTTPResponder: Sendable {
  private let send: Mutex<(@Sendable (HTTPAnswer) -> Void)?>

  init(_ send: @escaping @Sendable (HTTPAnswer) -> Void) {
    self.send = Mutex(send)
  }

  /// Sends the answer; only the first call has an effect.
  func answer(_ answer: HTTPAnswer) {
    let send = send.withLock { send in
      defer { send = nil }
      return send
    }
    send?(answer)
  }

  deinit { answer(HTTPAnswer(status: .internalServerError)) }
}
