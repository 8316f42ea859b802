internal import EventLoop
internal import Synchronization
internal import SystemPackage

/// The way in from the network: hands the bytes of its clients to a server on a Unix socket, and the answers back.
///
/// It ends TLS, bounds connections, bytes and times (`GateLimits`), and tells by `peers` who is behind each connection.
public final class Gate: Sendable {
  /// Where it listens, with the ports that it has got.
  public let addresses: [ListenAddress]
  /// Who is behind the connections to the server.
  public let peers: PeerTable
  private let mailbox: Mailbox
  private let isClosed = Atomic(false)

  private init(addresses: [ListenAddress], peers: PeerTable, mailbox: Mailbox) {
    self.addresses = addresses
    self.peers = peers
    self.mailbox = mailbox
  }

  /// The server's socket in the folder that it shares with the gate, which nobody else may enter.
  public static func serverPath(in folder: String) -> String { "\(folder)/http" }

  /// Listens at `addresses`, with TLS where there are a certificate and its key (paths of PEM files), says so by `opened`, and keeps
  /// the calling thread until somebody closes the gate.
  ///
  /// Who calls an address that is not within `reach` is hung up on. The server must listen already at `serverPath(in: folder)`.
  public static func run(
    addresses: [ListenAddress], certificate files: (certificate: String, key: String)?, folder: String,
    reach: Reach = .anywhere, limits: GateLimits = GateLimits(), opened: (Gate) -> Void
  ) throws(GateError) {
    var certificate: Certificate?
    if let files { certificate = try Certificate(certificate: files.certificate, key: files.key) }
    var bound: [ListenAddress] = []
    var listeners: [PlainSocket] = []
    for address in addresses {
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
    do throws(Errno) {
      let loop = try EventLoop()
      let peers = PeerTable()
      let hall = GateHall(
        listeners: listeners, certificate: certificate, folder: folder, limits: limits, peers: peers, loop: loop,
        reach: reach)
      try hall.open()
      let gate = Gate(addresses: bound, peers: peers, mailbox: loop.mailbox)
      opened(gate)
      while !gate.isClosed.load(ordering: .acquiring) { loop.turn(waiting: true) }
      hall.close()
    } catch {
      throw .refused(what: "open the gate", error)
    }
  }

  /// Ends every connection, and listens no more.
  public func close() {
    isClosed.store(true, ordering: .releasing)
    mailbox.post {}
  }
}
