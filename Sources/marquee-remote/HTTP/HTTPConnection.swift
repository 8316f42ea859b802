internal import CGnuTLS
internal import CMicroHTTPD
internal import EventLoop
internal import Glibc

/// A client's connection, whose HTTP libmicrohttpd handles. Belongs to the server's thread.
@safe final class HTTPConnection {
  enum Phase: Hashable {
    /// The connection waits for a whole head: the first one, or the next one after an answer.
    case waiting
    case body(until: Double)
    /// The server handles or answers a request.
    case answering
    /// The answer was sent. The server drops further bytes, so that the client can read the answer.
    case closing(until: Double)
  }

  let number: Int
  /// The connection owns this descriptor. libmicrohttpd has a copy, and closes only its copy.
  let socket: NonblockingSocket
  let peer: HTTPRequest.Peer
  /// The certificate of the handshake; nil without TLS.
  let certificate: TLSCertificate?
  /// libmicrohttpd's handle; nil while libmicrohttpd does not have the connection.
  var library: OpaquePointer?
  private(set) var phase = Phase.waiting
  /// The time at which the phase began.
  private(set) var since: Double
  var hasSentRequest = false
  var isPaired = false
  /// Whether this server has ended the connection. libmicrohttpd may notice that later.
  var isEnded = false
  var droppedBytes = 0
  /// Watches for the end of the client's stream while libmicrohttpd does not, or for bytes to drop.
  var watch: Watch?

  init(number: Int, socket: NonblockingSocket, peer: HTTPRequest.Peer, certificate: TLSCertificate?, now: Double) {
    self.number = number
    self.socket = socket
    self.peer = peer
    self.certificate = certificate
    since = now
  }

  /// The connection of libmicrohttpd's handle.
  static func of(_ library: OpaquePointer) -> HTTPConnection? {
    unsafe marquee_http_context(library).map { unsafe Unmanaged<HTTPConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The size of the last received head in bytes, until the next head begins; zero before the first.
  var headBytes: Int { unsafe library.map { unsafe marquee_http_head_bytes($0) } ?? 0 }

  /// Sends bytes without libmicrohttpd, as many as the socket takes at once.
  func send(_ bytes: [UInt8]) {
    guard let library = unsafe library else { return }
    unsafe bytes.withUnsafeBytes { bytes in
      if let session = unsafe marquee_http_session(library) {
        _ = unsafe gnutls_record_send(OpaquePointer(session), bytes.baseAddress, bytes.count)
      } else {
        unsafe socket.send(bytes)
      }
    }
  }

  func enter(_ phase: Phase, now: Double) { (self.phase, since) = (phase, now) }

  /// The time at which the phase times out; nil if libmicrohttpd bounds it.
  func deadline(_ limits: HTTPLimits) -> Double? {
    switch phase {
    case .waiting:
      since + (!hasSentRequest ? limits.secondsToHead : isPaired ? limits.secondsIdlePaired : limits.secondsIdle)
    case .body(let until), .closing(let until): until
    case .answering: nil
    }
  }
}

/// A socket whose calls never wait. Its `deinit` closes it.
final class NonblockingSocket {
  let descriptor: Int32

  init(owning descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Whether the kernel takes bytes to send now (poll(2)).
  var isWritable: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&state, 1, 0) == 1 && state.revents & Int16(POLLOUT) != 0
  }

  var hasUnreadBytes: Bool {
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
  }

  /// Sends the end of the stream; the other side can still send (shutdown(2)).
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends both directions, also for copies of the descriptor.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Sends as much as the kernel takes now.
  func send(_ bytes: UnsafeRawBufferPointer) {
    _ = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// Reads and drops at most `most` bytes. Returns their number, or nil if the other side has ended the stream or the socket failed.
  func discard(most: Int) -> Int? {
    var count = 0
    while count < most {
      // MSG_TRUNC of a TCP socket drops bytes without copying them (tcp(7)).
      let part = recv(descriptor, nil, most - count, Int32(MSG_TRUNC) | Int32(MSG_DONTWAIT))
      if part > 0 {
        count += part
      } else if part == 0 {
        return nil
      } else if errno != EINTR {
        return errno == EAGAIN ? count : nil
      }
    }
    return count
  }
}
