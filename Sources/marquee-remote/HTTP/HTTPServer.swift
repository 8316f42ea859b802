internal import EventLoop
internal import Synchronization
public import SystemPackage

/// An HTTP server on a thread of its own: libmicrohttpd, with our bounds on connections, bytes and times (`HTTPLimits`).
public final class HTTPServer: Sendable {
  /// Where a server listens and what it accepts.
  public struct Options: Sendable {
    /// The addresses it listens at.
    public var addresses: [ListenAddress]
    /// A certificate and its key, for TLS; nil for none.
    public var certificate: CertificateFiles?
    /// The allowed clients.
    ///
    /// Connections of others are closed.
    public var reach: ClientReach
    /// The bounds.
    public var limits: HTTPLimits
    /// Gets a line for the journal.
    public var log: @Sendable (String) -> Void

    /// Makes options from their values.
    public init(
      addresses: [ListenAddress], certificate: CertificateFiles? = nil, reach: ClientReach = .anywhere,
      limits: HTTPLimits = HTTPLimits(), log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      self.addresses = addresses
      self.certificate = certificate
      self.reach = reach
      self.limits = limits
      self.log = log
    }
  }

  /// Where it listens, with the ports that it has got.
  public let addresses: [ListenAddress]
  private let mailbox: Mailbox
  private let isClosed = Atomic(false)

  private init(addresses: [ListenAddress], mailbox: Mailbox) {
    self.addresses = addresses
    self.mailbox = mailbox
  }

  /// Listens, passes the server to `opened`, and serves on the calling thread until `close`.
  ///
  /// Calls `handler` on this thread for each request. It may answer on any thread. Clients that connect before `opened` returns wait.
  public static func run(
    _ options: Options, opened: (HTTPServer) -> Void, handler: @escaping (HTTPRequest, HTTPResponder) -> Void
  ) throws(HTTPServerError) {
    var bound: [ListenAddress] = []
    var listeners: [NonblockingSocket] = []
    for address in options.addresses {
      do throws(Errno) {
        let (socket, port) = try InternetSocket.listen(address)
        listeners.append(socket)
        var real = address
        real.port = port
        bound.append(real)
      } catch {
        throw .cannotListen(address, error)
      }
    }
    var parts = HTTPConnections.Options(listeners: listeners)
    (parts.limits, parts.reach, parts.log) = (options.limits, options.reach, options.log)
    if let files = options.certificate {
      parts.certificates = try CertificateStore(files, now: parts.now(), log: options.log)
    }
    do throws(Errno) {
      let loop = try EventLoop()
      let connections = HTTPConnections(parts, loop: loop, handler: handler)
      try connections.open()
      let server = HTTPServer(addresses: bound, mailbox: loop.mailbox)
      opened(server)
      while !server.isClosed.load(ordering: .acquiring) { loop.turn(waiting: true) }
      connections.close()
    } catch {
      throw .refused(what: "start the server", error)
    }
  }

  /// Ends all connections and stops listening.
  public func close() {
    isClosed.store(true, ordering: .releasing)
    mailbox.post {}
  }
}

/// The limits for clients.
public struct HTTPLimits: Hashable, Sendable {
  /// Connections in total.
  public var connections = 300
  /// Connections without a proved pairing; the rest is for paired devices.
  public var unpaired = 200
  /// Connections of unpaired from one network (`AddressNetwork`).
  public var unpairedOfNetwork = 128
  /// Connections of paired devices from one network.
  public var pairedOfNetwork = 128
  /// Connections that have sent no whole request yet: TLS handshakes cost most.
  public var withoutRequest = 64
  /// Bytes of a request's head.
  public var headBytes = 12 * 1024
  /// Bytes of a request's target, or of one header's value.
  public var lineBytes = 4 * 1024
  /// Bytes of a request's body.
  public var bodyBytes = 32 * 1024
  /// Seconds from the connection to the end of its first request's head, the TLS handshake included.
  public var secondsToHead = 10.0
  /// Seconds without a request after which a stranger's connection is closed.
  public var secondsIdle = 15.0
  /// Seconds without a request after which a paired device's connection is closed.
  public var secondsIdlePaired = 90.0
  /// A body takes at most `secondsToBegin` and a second for each `bodyRate` bytes.
  public var secondsToBegin = 5.0
  /// Bytes per second that a body comes at, at least.
  public var bodyRate = 2048.0
  /// Seconds after which an unpaired connection may be ended during its answer.
  public var secondsToGiveWay = 3.0
  /// Seconds in which a client must take something of its answer.
  public var secondsToTake = 30.0
  /// Bytes that are dropped after the last answer of a connection: a client reads the answer only after it has sent everything, and a socket
  /// that is closed with unread bytes destroys the answer (RFC 9112, section 9.6).
  public var droppedBytes = 16 << 20
  /// Seconds for that.
  public var secondsToDrop = 2.0

  /// The usual limits.
  public init() {}

  /// The usual limits, for a process that may have so many files open: each connection needs two.
  public init(openFiles: Int) {
    connections = min(connections, max(1, (openFiles - 64) / 3))
    unpaired = min(unpaired, max(1, connections * 2 / 3))
  }
}

/// Why the server could not be started.
public enum HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address cannot be listened at.
  case cannotListen(ListenAddress, Errno)
  /// The certificate or its key cannot be used.
  case certificate(path: String, reason: String)
  /// The system refused another call.
  case refused(what: String, Errno)

  /// The error and the remedy for people.
  public var description: String {
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
    case .refused(let what, let errno): "Could not \(what): \(errno.description)."
    }
  }
}
