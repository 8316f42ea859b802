internal import CGnuTLS
internal import CMicroHTTPD
internal import EventLoop

/// A client's connection, whose HTTP libmicrohttpd speaks.
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
  let socket: PlainSocket
  let peer: HTTPRequest.Peer
  /// The certificate of its handshake; nil without TLS.
  let certificate: TLSCertificate?
  /// The same connection for libmicrohttpd, while that has it.
  var library: OpaquePointer?
  private(set) var phase = Phase.waiting
  /// Since when it is in its phase.
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

  init(number: Int, socket: PlainSocket, peer: HTTPRequest.Peer, certificate: TLSCertificate?, now: Double) {
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
