internal import EventLoop
internal import Synchronization
internal import SystemPackage

/// An HTTP server on a thread of its own: libmicrohttpd, with our bounds on connections, bytes and times (`HTTPLimits`).
public final class HTTPServer: Sendable {
  /// Where a server listens and what it accepts.
  public struct Options: Sendable {
    /// The addresses it listens at.
    public var addresses: [ListenAddress]
    /// A certificate and its key, for TLS; nil for none.
    public var certificate: CertificateFiles?
    /// From where clients are let in; others are hung up on.
    public var reach: Reach
    /// The bounds.
    public var limits: HTTPLimits
    /// Gets a line for the journal.
    public var log: @Sendable (String) -> Void

    /// Makes options from their values.
    public init(
      addresses: [ListenAddress], certificate: CertificateFiles? = nil, reach: Reach = .anywhere,
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

  /// Listens, hands the server to `opened`, and serves on the calling thread until somebody closes it.
  ///
  /// Calls `handler` on this thread for each request; it may answer on any thread. Clients that connect before `opened` returns wait.
  public static func run(
    _ options: Options, opened: (HTTPServer) -> Void, handler: @escaping (HTTPRequest, HTTPResponder) -> Void
  ) throws(ServerError) {
    var bound: [ListenAddress] = []
    var listeners: [PlainSocket] = []
    for address in options.addresses {
      do throws(Errno) {
        let (socket, port) = try SocketAddress.listen(address)
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

  /// Ends every connection, and listens no more.
  public func close() {
    isClosed.store(true, ordering: .releasing)
    mailbox.post {}
  }
}
