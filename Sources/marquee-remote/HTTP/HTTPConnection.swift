internal import CGnuTLS
internal import CMicroHTTPD
internal import EventLoop
internal import Glibc

/// A client's connection, with HTTP by libmicrohttpd.
///
/// Belongs to the server's thread.
@safe final class HTTPConnection {
  /// How far the connection is.
  enum Phase: Hashable {
    /// It has sent no whole head since it began, or since its last answer.
    case waiting
    /// The body of a request comes.
    case body(until: Double)
    /// A request is handled or answered.
    case answering
    /// The answer has been sent. Bytes that still come are dropped, so that the client can read it.
    case closing(until: Double)
  }

  let number: Int
  /// It has a descriptor of its own: libmicrohttpd has a copy, and closes that.
  let socket: NonblockingSocket
  let peer: HTTPRequest.Peer
  /// The certificate of its handshake; nil without TLS.
  let certificate: TLSCertificate?
  /// libmicrohttpd's handle of the connection, while that exists.
  var library: OpaquePointer?
  private(set) var phase = Phase.waiting
  /// The time at which its phase began.
  private(set) var since: Double
  /// Whether it has sent a request already.
  var hasAsked = false
  /// Whether the client has proved a pairing.
  var isPaired = false
  /// Whether it was ended by this server, and only libmicrohttpd has not noticed yet.
  var isEnded = false
  /// Bytes that were dropped.
  var dropped = 0
  /// Watches for the client's end while libmicrohttpd does not, or for bytes that are to be dropped.
  var watch: Watch?

  init(number: Int, socket: NonblockingSocket, peer: HTTPRequest.Peer, certificate: TLSCertificate?, now: Double) {
    self.number = number
    self.socket = socket
    self.peer = peer
    self.certificate = certificate
    since = now
  }

  /// Bytes of the head that has come, until the next one begins; zero before.
  var headBytes: Int { unsafe library.map { unsafe marquee_http_head_bytes($0) } ?? 0 }

  /// Sends bytes beside libmicrohttpd, as far as the socket takes them at once.
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

  /// When it has lasted too long; nil if libmicrohttpd bounds the time.
  func deadline(_ limits: HTTPLimits) -> Double? {
    switch phase {
    case .waiting:
      since + (!hasAsked ? limits.secondsToHead : isPaired ? limits.secondsIdlePaired : limits.secondsIdle)
    case .body(let until), .closing(let until): until
    case .answering: nil
    }
  }
}

/// A socket that never waits, closed with its owner.
final class NonblockingSocket {
  let descriptor: Int32

  init(owning descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Another descriptor of the same socket, which the caller closes; nil if descriptors have run out (fcntl(2)).
  func duplicate() -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : nil
  }

  /// Whether the kernel takes bytes to send now (poll(2)).
  var isWritable: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&state, 1, 0) == 1 && state.revents & Int16(POLLOUT) != 0
  }

  /// Whether the socket has unread bytes.
  var hasUnreadBytes: Bool {
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
  }

  /// Sends the end of the stream; the other side can still send (shutdown(2)).
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends both directions, for every descriptor of this socket.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Sends as much as the kernel takes now.
  func send(_ bytes: UnsafeRawBufferPointer) {
    _ = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// Reads and drops at most so many bytes.
  ///
  /// Returns the number of bytes; nil if the other side has ended the stream, or the socket failed.
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
