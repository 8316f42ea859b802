internal import EventLoop

/// A client's connection and the one to the server behind the gate, with the bytes between them.
///
/// Belongs to the gate's thread.
final class GateConnection {
  let name: String
  /// Whose it is (`AddressNetwork`).
  let network: String
  private let limits: GateLimits
  private let client: any ByteChannel
  private let server: any ByteChannel
  private var toServer = WaitingBytes()
  private var toClient = WaitingBytes()
  private var clock: ConnectionClock
  private var scanner: RequestScanner
  private var clientWatch: Watch?
  private var serverWatch: Watch?
  /// Whether there may be something to read: the kernel says so, and reading says that there is no more.
  private var clientMayHave = true
  private var serverMayHave = true
  /// What is waited for at present.
  private var clientEvents = IOEvents.readable
  private var serverEvents = IOEvents.readable
  /// TLS may have to send before it can read, and the other way round.
  private var readWantsWrite = false
  private var serverIsOver = false
  /// It has hung up: what is left of it is read to the end.
  private var serverHasHungUp = false
  private var clientIsOver = false
  /// Whether the server has said something: nobody here knows where its answers end.
  private var serverHasSpoken = false
  /// Where a request was refused here.
  private var rejection: Rejection?
  private static let portion = 16 * 1024
  /// Portions of a refused request that are thrown away in a turn: the others have theirs between.
  private static let discardedPortions = 4

  /// A request that was refused here: the client gets its answer, and what it still sends goes nowhere.
  private struct Rejection {
    var discarded = 0
    var hasAnswered = false
  }

  init(
    name: String, network: String, client: any ByteChannel, server: any ByteChannel, limits: GateLimits, now: Double
  ) {
    self.name = name
    self.network = network
    self.client = client
    self.server = server
    self.limits = limits
    clock = ConnectionClock(limits, now: now)
    scanner = RequestScanner(limits)
  }

  /// Watches both sides from now on; false where the system refuses.
  func begin(_ loop: EventLoop, _ act: @escaping () -> Void) -> Bool {
    clientWatch = try? loop.watch(client.descriptor, for: clientEvents) { [weak self] events in
      self?.clientMayHave = true
      if !events.isDisjoint(with: [.hangUp, .error]) { self?.clientIsOver = true }
      act()
    }
    serverWatch = try? loop.watch(server.descriptor, for: serverEvents) { [weak self] events in
      self?.serverMayHave = true
      // It would be told again and again, while the client takes what is left.
      if events.contains(.hangUp) {
        self?.serverHasHungUp = true
        self?.serverWatch?.cancel()
      }
      act()
    }
    return clientWatch != nil && serverWatch != nil
  }

  /// Ends the watches before the sockets go.
  func end() {
    clientWatch?.cancel()
    serverWatch?.cancel()
    client.end()
  }

  func isOver(now: Double) -> Bool { clock.isOver(now: now) }

  /// Moves what can be moved; false where the connection is over.
  func move(now: Double) -> Bool {
    guard !clientIsOver else { return false }
    guard rejection == nil else { return reject() }
    var buffer = [UInt8](repeating: 0, count: GateConnection.portion)
    var moved = true
    while moved {
      moved = false
      if clientMayHave, toServer.count < limits.waitingRequestBytes {
        switch client.read(into: &buffer) {
        case .bytes(let count):
          clientMayHave = client.mayHaveMore(after: count, of: buffer.count)
          guard clock.heard(count, now: now) else { return false }
          if let refused = scanner.take(buffer[..<count]) { return refuse(refused, now: now) }
          toServer.append(buffer[..<count])
          readWantsWrite = false
          moved = true
        case .wantsRead: (clientMayHave, readWantsWrite) = (false, false)
        case .wantsWrite: (clientMayHave, readWantsWrite) = (false, true)
        case .over: return false
        }
      }
      if !toServer.isEmpty {
        switch server.write(toServer.front) {
        case .bytes(let count):
          toServer.drop(count)
          moved = true
        case .wantsRead, .wantsWrite: break
        case .over: serverIsOver = true
        }
      }
      if serverMayHave, !serverIsOver, toClient.count < limits.waitingAnswerBytes {
        switch server.read(into: &buffer) {
        case .bytes(let count):
          serverMayHave = serverHasHungUp || server.mayHaveMore(after: count, of: buffer.count)
          clock.answered(now: now)
          serverHasSpoken = true
          toClient.append(buffer[..<count])
          moved = true
        case .wantsRead, .wantsWrite: serverMayHave = false
        case .over: serverIsOver = true
        }
      }
      if !toClient.isEmpty {
        switch client.write(toClient.front) {
        case .bytes(let count):
          toClient.drop(count)
          clock.took(all: toClient.isEmpty, now: now)
          moved = true
        case .wantsRead, .wantsWrite: clock.waits(now: now)
        case .over: return false
        }
      }
      if serverIsOver, toClient.isEmpty { return false }
    }
    listen()
    return true
  }

  /// Answers in the server's place, which is hung up on; false where this is not the first request, since the answer to one before may be under
  /// way still.
  private func refuse(_ refused: Refusal, now: Double) -> Bool {
    guard scanner.ended == 0, !serverHasSpoken else { return false }
    serverWatch?.cancel()
    server.end()
    clock.refused(now: now)
    toClient.append(refused.answer[...])
    rejection = Rejection()
    return reject()
  }

  /// Sends the answer, and reads on until the client has seen it and hangs up: a socket that is closed with something unread in it
  /// takes the answer from the client (RFC 9112, section 9.6).
  private func reject() -> Bool {
    guard var state = rejection else { return true }
    defer { rejection = state }
    while !toClient.isEmpty {
      guard case .bytes(let count) = client.write(toClient.front) else { break }
      toClient.drop(count)
    }
    if toClient.isEmpty, !state.hasAnswered {
      client.endWriting()
      state.hasAnswered = true
    }
    var buffer = [UInt8](repeating: 0, count: GateConnection.portion)
    // What is left then is told of by the next event.
    reading: for _ in 0..<GateConnection.discardedPortions {
      switch state.hasAnswered ? client.discard(into: &buffer) : client.read(into: &buffer) {
      case .bytes(let count):
        state.discarded += count
        guard state.discarded <= limits.discardedBytes else { return false }
      case .wantsRead, .wantsWrite: break reading
      case .over: return false
      }
    }
    let events: IOEvents = toClient.isEmpty ? .readable : [.readable, .writable]
    if events != clientEvents { clientWatch?.update(events) }
    clientEvents = events
    return true
  }

  /// Waits for what would let something move.
  private func listen() {
    var client: IOEvents = toServer.count < limits.waitingRequestBytes ? .readable : []
    if !toClient.isEmpty || readWantsWrite { client.insert(.writable) }
    if client != clientEvents { clientWatch?.update(client) }
    clientEvents = client
    var server: IOEvents = toClient.count < limits.waitingAnswerBytes ? .readable : []
    if !toServer.isEmpty { server.insert(.writable) }
    if server != serverEvents { serverWatch?.update(server) }
    serverEvents = server
  }
}
