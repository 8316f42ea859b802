internal import CMicroHTTPD
internal import EventLoop
internal import Synchronization
internal import SystemPackage

/// One request on its way through libmicrohttpd, and its answer.
///
/// Belongs to the server's thread.
@safe final class HTTPExchange {
  enum State {
    /// The head was refused: the answer goes out before the body is read, and the connection ends.
    case refused(HTTPAnswer)
    /// The body comes.
    case body([UInt8])
    /// The handler works; libmicrohttpd rests.
    case handling
    /// The handler has answered.
    case answered(HTTPAnswer)
    /// The bytes go out.
    case sending
  }

  let connection: OpaquePointer
  var state: State
  /// The stream that is the answer's body.
  var stream: EventStream?
  /// The rest of the piece that is sent.
  var piece: ArraySlice<UInt8> = []
  /// Whether libmicrohttpd ignores the connection until `resume`.
  private(set) var isSuspended = false

  /// Whether libmicrohttpd sends an answer, and does not wait for more of it.
  var isSending: Bool {
    guard case .sending = state else { return false }
    return !isSuspended
  }

  init(connection: OpaquePointer, state: State) {
    unsafe self.connection = connection
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

  /// Copies waiting bytes of the stream; zero if none wait, nil at its end.
  func read(into buffer: UnsafeMutableBufferPointer<CChar>) -> Int? {
    guard let stream else { return nil }
    if piece.isEmpty {
      guard let next = stream.next() else { return stream.isAtEnd ? nil : 0 }
      piece = next[...]
    }
    let count = min(piece.count, buffer.count)
    for (index, byte) in piece.prefix(count).enumerated() { unsafe buffer[index] = CChar(bitPattern: byte) }
    piece = piece.dropFirst(count)
    return count
  }

  /// Hands an answer to libmicrohttpd, which copies its bytes; false if that is impossible.
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
            .fill(UnsafeMutableBufferPointer(start: buffer, count: most))
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
    return unsafe MHD_queue_response(connection, UInt32(clamping: answer.status.rawValue), response) == .YES
  }

  /// MHD_CONTENT_READER_END_OF_STREAM and MHD_CONTENT_READER_END_WITH_ERROR.
  private static let endOfStream = -1
  private static let endWithError = -2

  private func fill(_ buffer: UnsafeMutableBufferPointer<CChar>) -> Int {
    guard let count = unsafe read(into: buffer) else { return HTTPExchange.endOfStream }
    // Otherwise libmicrohttpd would ask again and again.
    if count == 0 { suspend() }
    return count
  }
}

/// Brings answers of other threads to the server's.
final class HTTPInbox: Sendable {
  /// The arrivals, by the numbers of connections.
  struct Contents: Sendable {
    var answers: [(number: Int, answer: HTTPAnswer)] = []
    /// Connections whose stream has a new piece, or its end.
    var streams: Set<Int> = []
  }

  private let wakeEvent: WakeEvent
  private let contents = Mutex(Contents())

  init() throws(Errno) {
    wakeEvent = try WakeEvent()
  }

  /// Readable while there is something.
  var descriptor: Int32 { wakeEvent.descriptor }

  func put(_ answer: HTTPAnswer, for number: Int) {
    contents.withLock { $0.answers.append((number, answer)) }
    wakeEvent.signal()
  }

  func wake(_ number: Int) {
    _ = contents.withLock { $0.streams.insert(number) }
    wakeEvent.signal()
  }

  /// Takes out everything.
  func take() -> Contents {
    wakeEvent.reset()
    return contents.withLock { contents in
      defer { contents = Contents() }
      return contents
    }
  }
}

/// Sends the answer to a request, from any thread.
///
/// If it is released without an answer, the client gets status 500.
public final class HTTPResponder: Sendable {
  private let send: Mutex<(@Sendable (HTTPAnswer) -> Void)?>

  init(_ send: @escaping @Sendable (HTTPAnswer) -> Void) {
    self.send = Mutex(send)
  }

  /// Sends the answer; only the first call has an effect.
  public func answer(_ answer: HTTPAnswer) {
    let send = send.withLock { send in
      defer { send = nil }
      return send
    }
    send?(answer)
  }

  deinit { answer(HTTPAnswer(status: .internalServerError)) }
}
