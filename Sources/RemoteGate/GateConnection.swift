internal import EventLoop

/// A client's connection and the one to the server behind the gate, with the bytes between them.
///
/// Belongs to the gate's thread.
final class GateConnection {
  let name: String
  /// Whose it is (`AddressNetwork`).
  let network: String
  private let limits: GateLimits
  private let client: PlainSocket
  private let server: PlainSocket
  private let channel: SecureChannel?
  private var toServer = WaitingBytes()
  private var toClient = WaitingBytes()
  private var clock: ConnectionClock
  private var scanner: RequestScanner
  private var clientWatch: Watch?
  private var serverWatch: Watch?
  /// TLS may have to send before it can read, and the other way round.
  private var readWantsWrite = false
  private var serverIsOver = false
  private var clientIsOver = false
  private static let portion = 16 * 1024

  init(
    name: String, network: String, client: PlainSocket, server: PlainSocket, channel: SecureChannel?,
    limits: GateLimits,
    now: Double
  ) {
    self.name = name
    self.network = network
    self.client = client
    self.server = server
    self.channel = channel
    self.limits = limits
    clock = ConnectionClock(limits, now: now)
    scanner = RequestScanner(limits)
  }

  /// Watches both sides from now on; false where the system refuses.
  func begin(_ loop: EventLoop, _ act: @escaping () -> Void) -> Bool {
    clientWatch = try? loop.watch(client.descriptor, for: .readable) { [weak self] events in
      if !events.isDisjoint(with: [.hangUp, .error]) { self?.clientIsOver = true }
      act()
    }
    serverWatch = try? loop.watch(server.descriptor, for: .readable) { [weak self] events in
      // It would be told again and again, while the client takes what is left.
      if events.contains(.hangUp) { self?.serverWatch?.cancel() }
      act()
    }
    return clientWatch != nil && serverWatch != nil
  }

  /// Ends the watches before the sockets go.
  func end() {
    clientWatch?.cancel()
    serverWatch?.cancel()
    channel?.end()
  }

  func isOver(now: Double) -> Bool { clock.isOver(now: now) }

  /// Moves what can be moved; false where the connection is over.
  func move(now: Double) -> Bool {
    guard !clientIsOver else { return false }
    var buffer = [UInt8](repeating: 0, count: GateConnection.portion)
    var moved = true
    while moved {
      moved = false
      if toServer.count < limits.waitingRequestBytes {
        switch readClient(into: &buffer) {
        case .bytes(let count):
          guard clock.heard(count, now: now), scanner.take(buffer[..<count]) else { return false }
          toServer.append(buffer[..<count])
          readWantsWrite = false
          moved = true
        case .wantsRead: readWantsWrite = false
        case .wantsWrite: readWantsWrite = true
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
      if !serverIsOver, toClient.count < limits.waitingAnswerBytes {
        switch server.read(into: &buffer) {
        case .bytes(let count):
          clock.answered(now: now)
          toClient.append(buffer[..<count])
          moved = true
        case .wantsRead, .wantsWrite: break
        case .over: serverIsOver = true
        }
      }
      if !toClient.isEmpty {
        switch writeClient(toClient.front) {
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

  /// Waits for what would let something move.
  private func listen() {
    var client: IOEvents = toServer.count < limits.waitingRequestBytes ? .readable : []
    if !toClient.isEmpty || readWantsWrite { client.insert(.writable) }
    clientWatch?.update(client)
    var server: IOEvents = toClient.count < limits.waitingAnswerBytes ? .readable : []
    if !toServer.isEmpty { server.insert(.writable) }
    serverWatch?.update(server)
  }

  private func readClient(into buffer: inout [UInt8]) -> TransferResult {
    if let channel { channel.read(into: &buffer) } else { client.read(into: &buffer) }
  }

  private func writeClient(_ bytes: ArraySlice<UInt8>) -> TransferResult {
    if let channel { channel.write(bytes) } else { client.write(bytes) }
  }
}
