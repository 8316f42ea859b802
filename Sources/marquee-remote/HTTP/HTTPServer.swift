internal import EventLoop
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// An HTTP server on its own thread: libmicrohttpd, with our limits for connections, bytes and times (`HTTPLimits`).
final class HTTPServer: Sendable {
  /// The listen addresses, with the ports that the system has chosen.
  let addresses: [ListenAddress]
  private let mailbox: Mailbox
  private let isClosed = Atomic(false)

  private init(addresses: [ListenAddress], mailbox: Mailbox) {
    self.addresses = addresses
    self.mailbox = mailbox
  }

  /// Listens, passes the server to `opened`, and serves on the calling thread until `close`. Calls `handler` on this thread for each
  /// request. It may answer on any thread. Clients that connect before `opened` returns wait. Calls `mayBeLong` on this thread for each head.
  static func run(
    at addresses: [ListenAddress], certificate: CertificateFiles?, reach: ClientReach, log: @escaping (String) -> Void,
    mayBeLong: @escaping HTTPConnections.LengthCheck, opened: (HTTPServer) -> Void,
    handler: @escaping HTTPConnections.Handler
  ) throws(HTTPServerError) {
    var bound: [ListenAddress] = []
    var listeners: [NonblockingSocket] = []
    for var address in addresses {
      do throws(Errno) {
        let (socket, port) = try InternetSocket.listen(address)
        listeners.append(socket)
        address.port = port
        bound.append(address)
      } catch {
        throw .cannotListen(address, error)
      }
    }
    var options = HTTPConnections.Options(listeners: listeners)
    (options.limits, options.reach, options.log) = (HTTPLimits(openFiles: openFiles), reach, log)
    options.mayBeLong = mayBeLong
    options.certificates = try certificate.map { files throws(HTTPServerError) in
      try CertificateStore(files, now: options.now(), log: log)
    }
    do throws(Errno) {
      let loop = try EventLoop()
      let connections = HTTPConnections(options, loop: loop, handler: handler)
      try connections.open()
      let server = HTTPServer(addresses: bound, mailbox: loop.mailbox)
      opened(server)
      while !server.isClosed.load(ordering: .acquiring) { loop.turn(waiting: true) }
      connections.close()
    } catch {
      throw .refused(operation: "start the server", error)
    }
  }

  /// Ends all connections and stops listening.
  func close() {
    isClosed.store(true, ordering: .releasing)
    mailbox.post {}
  }

  /// The number of files that this process may open (getrlimit(2)).
  private static var openFiles: Int {
    var limit = rlimit()
    // The type of RLIMIT_NOFILE differs between C libraries, so this is its value.
    guard unsafe getrlimit(__rlimit_resource_t(7), &limit) == 0 else { return 1024 }
    return Int(clamping: limit.rlim_cur)
  }
}

struct HTTPLimits {
  /// Connections in total.
  var connections = 300
  /// Connections without a proved pairing. The remaining connections are for paired devices.
  var unpaired = 200
  /// Connections of unpaired devices from one network (`AddressNetwork`).
  var unpairedOfNetwork = 128
  /// Connections of paired devices from one network.
  var pairedOfNetwork = 128
  /// Connections that have sent no whole request yet. The limit is low because TLS handshakes are expensive.
  var withoutRequest = 64
  /// Bytes of a request's head.
  var headBytes = 12 * 1024
  /// Bytes of a request's target, or of one header's value.
  var lineBytes = 4 * 1024
  /// Bytes of a request's body.
  var bodyBytes = 32 * 1024
  /// Bytes of a body that may be long (`HTTPConnections.Options.mayBeLong`).
  var longBodyBytes = 256 * 1024
  /// Seconds from the connection to the end of its first request's head, the TLS handshake included.
  var secondsToHead = 10.0
  /// Seconds without a request after which an unpaired connection is closed.
  var secondsIdle = 15.0
  /// Seconds without a request after which a paired device's connection is closed.
  var secondsIdlePaired = 90.0
  /// A body takes at most `secondsToBegin` seconds, plus one second for each `bodyRate` bytes.
  var secondsToBegin = 5.0
  var bodyRate = 2048.0
  /// Seconds of an answer after which an unpaired connection may end to make room.
  var secondsToGiveWay = 3.0
  /// Seconds within which a client must take some bytes of its answer.
  var secondsToTake = 30.0
  /// Bytes that are dropped after the last answer of a connection. A client reads the answer only after it has sent everything. Closing a
  /// socket with unread bytes destroys the answer (RFC 9112, section 9.6).
  var droppedBytes = 16 << 20
  /// Seconds in which these bytes are dropped.
  var secondsToDrop = 2.0
}

extension HTTPLimits {
  /// The usual limits for a process that may open this number of files. Each connection needs two.
  init(openFiles: Int) {
    self.init()
    connections = min(connections, max(1, (openFiles - 64) / 3))
    unpaired = min(unpaired, max(1, connections * 2 / 3))
  }
}

/// The reason why the server could not start, with the remedy for people.
enum HTTPServerError: Error, CustomStringConvertible {
  case cannotListen(ListenAddress, Errno)
  /// The certificate or its key cannot be used.
  case certificate(path: String, reason: String)
  /// The system refused another call.
  case refused(operation: String, Errno)

  var description: String {
    switch self {
    case .cannotListen(let address, .addressInUse):
      "\(address) is in use by another program. End that one, or choose another port with --listen."
    case .cannotListen(let address, .addressNotAvailable):
      "\(address.host) is no address of this machine. `ip address` lists its addresses."
    case .cannotListen(let address, .permissionDenied):
      "This user may not listen at \(address): ports below 1024 are for root. Choose a higher port with --listen."
    case .cannotListen(let address, let errno): "Could not listen at \(address): \(errno.description)."
    case .certificate(let path, let reason):
      "\(path) cannot be used: \(reason). Give a certificate, followed by its chain, and its key, in PEM files."
    case .refused(let operation, let errno): "Could not \(operation): \(errno.description)."
    }
  }
}
