package import ControlProtocol
internal import DisplayTypes
package import EventLoop
internal import Glibc
package import SystemPackage

/// The control socket: accepts clients, checks their access, and passes their requests to the daemon. It belongs to the main thread, and
/// nothing in it blocks.
package final class ControlServer {
  package internal(set) var counters = ServerCounters()
  let loop: EventLoop
  let limits: ServerLimits
  private(set) var policy: AccessPolicy
  private let listeners: [ControlListener]
  private let version: String
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
  /// The reason why the last client could not be accepted; it is logged once.
  private var acceptTrouble: Errno?
  /// One buffer for all reads, because bytes are handled or copied before the next read.
  private var readBuffer = [UInt8](repeating: 0, count: 16 * 1024)

  /// Makes a server with a daemon's version. It does not own `handler`.
  package init(
    listeners: [ControlListener], loop: EventLoop, policy: AccessPolicy, version: String,
    limits: ServerLimits = ServerLimits(), handler: any ControlHandler, log: @escaping (ServerNotice) -> Void
  ) {
    self.listeners = listeners
    self.loop = loop
    self.policy = policy
    self.version = version
    self.limits = limits
    self.handler = handler
    self.log = log
  }

  package var openConnections: Int { connections.count }

  /// The bytes held for clients: incomplete requests and unread replies.
  package var bufferedBytes: Int { connections.values.reduce(0) { $0 + $1.bufferedBytes } }

  /// Begins to accept clients.
  package func start() throws(Errno) {
    workTimer = loop.makeTimer { [weak self] in self?.continueWork() }
    stallTimer = loop.makeTimer { [weak self] in self?.checkDeadlines() }
    acceptTimer = loop.makeTimer { [weak self] in self?.resumeAccepting() }
    for listener in listeners {
      listenerWatches.append(
        try loop.watch(listener.number, for: .readable) { [weak self] _ in self?.acceptFrom(listener) })
    }
  }

  /// Ends all connections and removes its own sockets.
  package func stop() {
    for watch in listenerWatches { watch.cancel() }
    listenerWatches = []
    for listener in listeners { listener.remove() }
    for connection in Array(connections.values) { connection.close() }
    for timer in [workTimer, stallTimer, acceptTimer] { timer?.disarm() }
  }

  /// Applies another policy, and closes connections that have no access any more.
  package func setPolicy(_ policy: AccessPolicy) {
    self.policy = policy
    for connection in Array(connections.values) where policy.level(for: connection.peer) == .none { connection.close() }
  }

  // MARK: Clients

  private func acceptFrom(_ listener: ControlListener) {
    // Accept a few clients in each turn, so that a flood of clients does not delay the others.
    for _ in 0..<16 {
      do throws(Errno) {
        guard let number = try listener.accept() else {
          // The queue is empty. The trouble lasts until then, because other clients may wait behind an accepted one.
          acceptTrouble = nil
          return
        }
        let descriptor = OwnedDescriptor(number)
        try admit(descriptor, PeerCredentials(ofPeerOn: number))
      } catch {
        // EMFILE, ENFILE, ENOMEM, ENOBUFS: the client stays in the backlog and would immediately wake the loop again.
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
    guard level != .none else {
      counters.refusals += 1
      note(.refused(peer, method: nil, granted: level), userID: peer.userID)
      refuse(descriptor, .accessDenied(method: InterfaceDescription.name, required: .observe, granted: level))
      return
    }
    // An alarm gets through, however many other connections there are.
    let limit = level.contains(.alarm) ? limits.connections + limits.connectionsForAlarms : limits.connections
    let ofUser = connectionsByUser[peer.userID] ?? 0
    guard connections.count < limit, ofUser < limits.connectionsPerUser else {
      counters.turnedAway += 1
      let reached = ofUser < limits.connectionsPerUser ? connections.count : ofUser
      note(.turnedAway(peer, limit: reached), userID: peer.userID)
      refuse(descriptor, .tooManyConnections(limit: reached))
      return
    }
    let connection = try ControlConnection(descriptor: descriptor, peer: peer, server: self)
    connections[ObjectIdentifier(connection)] = connection
    connectionsByUser[peer.userID] = ofUser + 1
  }

  /// Sends the reason in one message, then closes the connection. A new socket's buffer always has room for that message.
  private func refuse(_ descriptor: consuming OwnedDescriptor, _ error: ControlError) {
    guard let message = try? ControlJSON.frame(error) else { return }
    _ = send(descriptor.number, message, message.count, Int32(MSG_NOSIGNAL))
  }

  func remove(_ connection: ControlConnection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    let left = (connectionsByUser[connection.peer.userID] ?? 1) - 1
    connectionsByUser[connection.peer.userID] = left > 0 ? left : nil
  }

  // MARK: Requests

  /// Reads once: empty at the end of the input, nil if nothing is waiting.
  func read(from number: Int32) throws(Errno) -> ArraySlice<UInt8>? {
    let count = recv(number, &readBuffer, readBuffer.count, 0)
    if count < 0 {
      guard errno == EAGAIN || errno == EINTR else { throw Errno(rawValue: errno) }
      return nil
    }
    return readBuffer[..<count]
  }

  func dispatch(_ call: ControlCall, responder: ControlResponder) {
    // A peer without access learns of no other error.
    let required = call.method?.requiredAccess ?? .none
    guard responder.access != .none, responder.access.isSuperset(of: required) else {
      counters.refusals += 1
      note(
        .refused(responder.peer, method: call.methodName, granted: responder.access), userID: responder.peer.userID)
      return responder.fail(.accessDenied(method: call.methodName, required: required, granted: responder.access))
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
          vendor: "Marquee", product: "marqueed", version: version, url: "", interfaces: ControlMethod.interfaces))
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

  /// Continues a connection's work in the loop's next turn, after the work of other connections.
  func continueLater(_ connection: ControlConnection) {
    if waiting.isEmpty { workTimer?.arm(at: .zero) }
    waiting.append(connection)
  }

  private func continueWork() {
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

package protocol ControlHandler: AnyObject {
  /// Handles a request whose access was checked. The handler answers once through `responder`, now or later (after the flip), or sends a
  /// stream until the client disconnects.
  func handle(_ request: ControlRequest, responder: ControlResponder)
}

/// Limits for clients, so that no client harms another client or the picture.
package nonisolated struct ServerLimits: Hashable, Sendable {
  package var connections = 64
  package var connectionsPerUser = 32
  /// Connections beyond `connections` for peers with the access `alarm`, which admins have too, so that they are never locked out.
  package var connectionsForAlarms = 8
  package var requestBytes = ControlLimits.requestBytes
  /// The unread bytes after which the reader of a stream is dropped.
  package var streamBytes = 256 * 1024
  /// The unread bytes after which no more requests of a client are read.
  package var replyBytes = 64 * 1024
  /// The requests of a connection that are handled in one turn of the loop.
  package var requestsPerTurn = 16
  /// Nanoseconds without progress after which a client with unread replies is disconnected.
  package var stallNanoseconds: UInt64 = 10_000_000_000
  /// Nanoseconds after which an incomplete request ends its connection.
  package var requestNanoseconds: UInt64 = 60_000_000_000

  package init() {}
}

/// Counts since the start of the server.
package nonisolated struct ServerCounters: Sendable {
  package var connections: UInt64 = 0
  package var requests: UInt64 = 0
  /// Connections and requests refused for lack of access.
  package var refusals: UInt64 = 0
  /// Connections refused because too many were open.
  package var turnedAway: UInt64 = 0
  /// Connections ended because their bytes were no requests.
  package var malformed: UInt64 = 0
  /// Streams ended because their readers had stopped reading.
  package var droppedReaders: UInt64 = 0
}
