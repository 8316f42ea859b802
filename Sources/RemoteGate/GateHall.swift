internal import DisplayTypes
internal import EventLoop
internal import SystemPackage

/// The connections of a gate.
///
/// Belongs to the gate's thread.
final class GateHall {
  private let listeners: [PlainSocket]
  private let certificate: Certificate?
  private let folder: String
  private let limits: GateLimits
  private let peers: PeerTable
  private let loop: EventLoop
  private var watches: [Watch] = []
  private var connections: [String: GateConnection] = [:]
  private var ofNetwork: [String: Int] = [:]
  private var next = 0
  private var sweep: LoopTimer?
  private var isPaused = false
  private let reach: Reach
  private let acceptNext: (PlainSocket) throws(Errno) -> Arrival?
  private let findLinks: () -> [AddressPrefix]
  private var ownLinks: [AddressPrefix] = []
  private let currentTime: () -> Double
  private var linksFoundAt = -Double.infinity
  private let sweepNanoseconds: UInt64

  init(
    listeners: [PlainSocket], certificate: Certificate?, folder: String, limits: GateLimits, peers: PeerTable,
    loop: EventLoop, reach: Reach = .anywhere, sweepNanoseconds: UInt64 = 1_000_000_000,
    acceptNext: @escaping (PlainSocket) throws(Errno) -> Arrival? = SocketAddress.accept,
    findLinks: @escaping () -> [AddressPrefix] = LocalNetwork.ownLinks,
    now: @escaping () -> Double = { Double(MonotonicTime.now.nanoseconds) / 1e9 }
  ) {
    self.listeners = listeners
    self.certificate = certificate
    self.folder = folder
    self.limits = limits
    self.peers = peers
    self.loop = loop
    self.reach = reach
    self.sweepNanoseconds = sweepNanoseconds
    self.acceptNext = acceptNext
    self.findLinks = findLinks
    currentTime = now
  }

  func open() throws(Errno) {
    for listener in listeners {
      watches.append(
        try loop.watch(listener.descriptor, for: .readable) { [weak self] _ in self?.accept(listener) })
    }
    sweep = loop.makeTimer { [weak self] in self?.endLateOnes() }
  }

  func close() {
    for watch in watches { watch.cancel() }
    watches = []
    for name in Array(connections.keys) { end(name) }
    sweep?.disarm()
  }

  private func accept(_ listener: PlainSocket) {
    // A turn of the loop is for those who are there already, too.
    for _ in 0..<16 {
      let accepted: Arrival?
      do throws(Errno) {
        accepted = try acceptNext(listener)
      } catch {
        // Descriptors or memory have run out: the client waits in the backlog. It would be told of again and again.
        pause(true)
        return
      }
      guard let arrival = accepted else { return }
      if reach.includes(arrival.own) { admit(arrival.socket, arrival.address) }
    }
  }

  private func admit(_ client: PlainSocket, _ address: String) {
    let network = network(of: address)
    guard connections.count < limits.connections, ofNetwork[network, default: 0] < limits.connectionsOfNetwork else {
      return
    }
    next &+= 1
    let name = "\(folder)/\(next)"
    guard let server = SocketAddress.connect(to: Gate.serverPath(in: folder), from: name) else { return }
    var channel: any ByteChannel = client
    if let certificate {
      guard let secure = certificate.accept(client) else { return }
      channel = secure
    }
    let connection = GateConnection(
      name: name, network: network, client: channel, server: server, limits: limits, now: now)
    guard connection.begin(loop, { [weak self] in self?.move(name) }) else { return }
    peers.set(PeerTable.Peer(address: address, network: network), for: name)
    connections[name] = connection
    ofNetwork[network, default: 0] += 1
    if sweep?.deadline == nil { armSweep() }
    move(name)
  }

  /// What an address is counted as; the links are looked for once a second at the most.
  func network(of address: String) -> String {
    if now - linksFoundAt >= 1 {
      linksFoundAt = now
      ownLinks = findLinks()
    }
    return AddressNetwork.of(address, ownLinks: ownLinks)
  }

  private func move(_ name: String) {
    guard let connection = connections[name], !connection.move(now: now) else { return }
    end(name)
  }

  private func end(_ name: String) {
    guard let connection = connections.removeValue(forKey: name) else { return }
    connection.end()
    peers.set(nil, for: name)
    let left = ofNetwork[connection.network, default: 1] - 1
    ofNetwork[connection.network] = left > 0 ? left : nil
  }

  private func endLateOnes() {
    let now = now
    for (name, connection) in connections where connection.isOver(now: now) { end(name) }
    pause(false)
    if !connections.isEmpty { armSweep() }
  }

  /// Takes nobody in until the next sweep, or takes them in again.
  private func pause(_ on: Bool) {
    guard isPaused != on else { return }
    isPaused = on
    for watch in watches { watch.update(on ? [] : .readable) }
    if on { armSweep() }
  }

  private func armSweep() { sweep?.arm(at: .now.advanced(by: sweepNanoseconds)) }

  private var now: Double { currentTime() }
}
