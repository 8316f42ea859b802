public import ControlProtocol
internal import DisplayTypes
public import EventLoop
internal import Glibc
public import SystemPackage

/// The control socket: takes clients, checks what they may do, and hands their requests to the daemon.
///
/// Lives on the main thread and on its loop; nothing in it blocks. What clients can take is bounded by `limits`.
public final class ControlServer {
  /// What it did since it was started.
  public internal(set) var counters = ServerCounters()
  let loop: EventLoop
  let limits: ServerLimits
  private(set) var policy: AccessPolicy
  private let listeners: [ControlListener]
  private let identity: ServiceIdentity
  private let log: (ServerNotice) -> Void
  private weak var handler: (any ControlHandler)?
  private var listenerWatches: [Watch] = []
  private var connections: [ObjectIdentifier: ControlConnection] = [:]
  private var connectionsByUser: [UInt32: Int] = [:]
  private var waiting: [ControlConnection] = []
  private var workTimer: LoopTimer?
  private var stallTimer: LoopTimer?
  private var acceptTimer: LoopTimer?
  private var limiter = NoticeLimiter()
  /// Why the last client could not be taken; told once, however often it is tried.
  private var acceptTrouble: Errno?
  /// One buffer for all reads: what is read is handled or copied before the next read.
  private var readBuffer = [UInt8](repeating: 0, count: 16 * 1024)

  /// Makes a server that does not listen yet and does not keep `handler` alive.
  public init(
    listeners: [ControlListener], loop: EventLoop, policy: AccessPolicy, identity: ServiceIdentity,
    limits: ServerLimits = ServerLimits(), handler: any ControlHandler, log: @escaping (ServerNotice) -> Void
  ) {
    self.listeners = listeners
    self.loop = loop
    self.policy = policy
    self.identity = identity
    self.limits = limits
    self.handler = handler
    self.log = log
  }

  /// The number of open connections.
  public var openConnections: Int { connections.count }

  /// Bytes held for clients: requests that are not whole and answers that were not taken.
  public var bufferedBytes: Int { connections.values.reduce(0) { $0 + $1.bufferedBytes } }

  /// Begins to take clients.
  public func start() throws(Errno) {
    workTimer = loop.makeTimer { [weak self] in self?.workOn() }
    stallTimer = loop.makeTimer { [weak self] in self?.checkDeadlines() }
    acceptTimer = loop.makeTimer { [weak self] in self?.resumeAccepting() }
    for listener in listeners {
      listenerWatches.append(
        try loop.watch(listener.number, for: .readable) { [weak self] _ in self?.acceptFrom(listener) })
    }
  }

  /// Ends all connections and removes the sockets that are its own.
  public func stop() {
    for watch in listenerWatches { watch.cancel() }
    listenerWatches = []
    for listener in listeners { listener.retire() }
    for connection in Array(connections.values) { connection.close() }
    for timer in [workTimer, stallTimer, acceptTimer] { timer?.disarm() }
  }

  /// Applies another policy, to open connections too: those that have no access any more are closed.
  public func setPolicy(_ policy: AccessPolicy) {
    self.policy = policy
    for connection in Array(connections.values) where policy.level(for: connection.peer) == .none { connection.close() }
  }

  // MARK: Clients

  private func acceptFrom(_ listener: ControlListener) {
    // A few a turn: a flood of clients must not keep the loop from those that are there.
    for _ in 0..<16 {
      do throws(Errno) {
        guard let number = try listener.accept() else {
          // The queue is empty. The trouble lasts until then: other clients may wait behind one that was accepted.
          acceptTrouble = nil
          return
        }
        let descriptor = OwnedDescriptor(number)
        let peer = try PeerCredentials(ofPeerOn: number)
        try admit(descriptor, peer)
      } catch {
        // EMFILE, ENFILE, ENOMEM, ENOBUFS: the client stays in the backlog, and asking at once again would spin.
        if error != acceptTrouble { log(ServerNotice(kind: .acceptFailed(error), leftOut: 0)) }
        acceptTrouble = error
        for watch in listenerWatches { watch.update([]) }
        acceptTimer?.arm(at: .now.advanced(by: 1_000_000_000))
        return
      }
    }
  }

  private func resumeAccepting() {
    for watch in listenerWatches { watch.update(.readable) }
  }

  private func admit(_ descriptor: consuming OwnedDescriptor, _ peer: PeerCredentials) throws(Errno) {
    counters.connections += 1
    let level = policy.level(for: peer)
    guard level >= .observe else {
      counters.refusals += 1
      note(.refused(peer, method: nil, granted: level), userID: peer.userID)
      turnAway(descriptor, .accessDenied(method: InterfaceDescription.name, required: .observe, granted: level))
      return
    }
    let limit = level == .admin ? limits.connections + limits.connectionsForAdmins : limits.connections
    let ofUser = connectionsByUser[peer.userID] ?? 0
    guard connections.count < limit, ofUser < limits.connectionsPerUser else {
      counters.turnedAway += 1
      let reached = ofUser < limits.connectionsPerUser ? connections.count : ofUser
      note(.turnedAway(peer, limit: reached), userID: peer.userID)
      turnAway(descriptor, .tooManyConnections(limit: reached))
      return
    }
    let connection = try ControlConnection(descriptor: descriptor, peer: peer, server: self)
    connections[ObjectIdentifier(connection)] = connection
    connectionsByUser[peer.userID] = ofUser + 1
  }

  /// Says why in one message, which a new socket's buffer always holds, and closes.
  private func turnAway(_ descriptor: consuming OwnedDescriptor, _ error: ControlError) {
    guard let message = try? ControlJSON.frame(error) else { return }
    _ = send(descriptor.number, message, message.count, Int32(MSG_NOSIGNAL))
  }

  func remove(_ connection: ControlConnection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    let left = (connectionsByUser[connection.peer.userID] ?? 1) - 1
    connectionsByUser[connection.peer.userID] = left > 0 ? left : nil
  }

  // MARK: Requests

  /// Reads once: the number of bytes, zero at the end, -1 for an error, nil where nothing is there.
  func read(from number: Int32) -> Int? {
    let count = recv(number, &readBuffer, readBuffer.count, 0)
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? nil : count
  }

  /// The first bytes of what was read last.
  func lastRead(_ count: Int) -> ArraySlice<UInt8> { readBuffer[..<count] }

  func dispatch(_ call: ControlCall, responder: ControlResponder) {
    // What a peer may not do it need not learn about either.
    let required = call.method?.requiredAccess ?? .observe
    guard responder.access >= required else {
      counters.refusals += 1
      note(
        .refused(responder.peer, method: call.methodName, granted: responder.access), userID: responder.peer.userID)
      return responder.fail(
        .accessDenied(method: call.methodName, required: required, granted: responder.access))
    }
    switch call.request {
    case .failure(let error): responder.fail(error)
    case .success(.service(let request)): answer(request, responder)
    case .success(.display(let request)):
      if call.method?.isStream == true, !call.wantsMore { return responder.fail(.expectedMore) }
      guard let handler else {
        return responder.fail(.failed(message: "The daemon is ending. Try again when it is back."))
      }
      handler.handle(request, responder: responder)
    }
  }

  private func answer(_ request: ServiceRequest, _ responder: ControlResponder) {
    switch request {
    case .getInfo:
      responder.reply(
        GetInfoReply(
          vendor: identity.vendor, product: identity.product, version: identity.version, url: identity.url,
          interfaces: ControlMethod.interfaces))
    case .getInterfaceDescription(let call):
      switch call.interface {
      case InterfaceDescription.name:
        responder.reply(GetInterfaceDescriptionReply(description: InterfaceDescription.text))
      case ServiceInterfaceDescription.name:
        responder.reply(GetInterfaceDescriptionReply(description: ServiceInterfaceDescription.text))
      default: responder.fail(.interfaceNotFound(interface: call.interface))
      }
    }
  }

  // MARK: Turns and time

  /// Lets a connection go on in the loop's next turn, after everybody else had theirs.
  func continueLater(_ connection: ControlConnection) {
    if waiting.isEmpty { workTimer?.arm(at: .zero) }
    waiting.append(connection)
  }

  private func workOn() {
    let connections = waiting
    waiting.removeAll(keepingCapacity: true)
    for connection in connections { connection.work() }
  }

  /// Wakes the server at the earliest deadline of its connections.
  func armStallTimer() {
    guard let earliest = connections.values.compactMap(\.deadline).min() else { return }
    stallTimer?.arm(at: earliest)
  }

  private func checkDeadlines() {
    let now = MonotonicTime.now
    for connection in Array(connections.values) { connection.checkDeadline(now) }
    armStallTimer()
  }

  func note(_ kind: ServerNotice.Kind, userID: UInt32) {
    guard let leftOut = limiter.pass(userID: userID, at: .now) else { return }
    log(ServerNotice(kind: kind, leftOut: leftOut))
  }
}

/// What answers requests: the daemon.
public protocol ControlHandler: AnyObject {
  /// Handles a request whose access was checked.
  ///
  /// It answers through `responder` exactly once, now or later (after the flip), or sends a stream until the client has gone.
  func handle(_ request: ControlRequest, responder: ControlResponder)
}

/// How much of the daemon clients can take, so that no client harms another one or the picture.
public nonisolated struct ServerLimits: Hashable, Sendable {
  /// Open connections in all.
  public var connections = 64
  /// Open connections of one user.
  public var connectionsPerUser = 32
  /// Connections that only admins get beyond `connections`, so that they are never locked out.
  public var connectionsForAdmins = 8
  /// The longest request in bytes.
  public var requestBytes = ControlLimits.requestBytes
  /// Bytes waiting for a stream's reader beyond which it is dropped.
  public var streamBytes = 256 * 1024
  /// Bytes waiting for a client beyond which no more of its requests are read.
  public var replyBytes = 64 * 1024
  /// Requests of one connection that are handled in one turn of the loop.
  public var requestsPerTurn = 16
  /// Nanoseconds without progress after which a client that takes nothing of what it must is cut off.
  public var stallNanoseconds: UInt64 = 10_000_000_000
  /// Nanoseconds after which a request that is still not whole ends its connection.
  public var requestNanoseconds: UInt64 = 60_000_000_000

  /// Makes the usual limits.
  public init() {}
}

/// What the server did since it was started.
public nonisolated struct ServerCounters: Hashable, Sendable {
  /// Connections accepted.
  public var connections: UInt64 = 0
  /// Requests received.
  public var requests: UInt64 = 0
  /// Connections and requests refused for lack of access.
  public var refusals: UInt64 = 0
  /// Connections refused since too many were open.
  public var turnedAway: UInt64 = 0
  /// Connections ended since what came was no request.
  public var malformed: UInt64 = 0
  /// Streams ended because their reader had stopped reading.
  public var droppedReaders: UInt64 = 0

  /// Makes counters at zero.
  public init() {}
}

/// What the service says of itself (`org.varlink.service.GetInfo`).
public nonisolated struct ServiceIdentity: Hashable, Sendable {
  /// Who made it.
  public var vendor: String
  /// Its name.
  public var product: String
  /// Its version.
  public var version: String
  /// Where to read about it.
  public var url: String

  /// Makes an identity.
  public init(version: String, vendor: String = "Marquee", product: String = "marqueed", url: String = "") {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
  }
}
