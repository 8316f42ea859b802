public import ControlProtocol
internal import Foundation
internal import TestKit

/// A Unix socket as the daemon has one: a test says what a call is answered with.
public final class DaemonSocket: Sendable {
  private struct State: Sendable {
    var open: [DaemonConnection] = []
    var taken = 0
    var methods: [ControlMethod] = []
  }

  /// Where it is.
  public let path: String
  private let listener: Int32
  private let state: Watched<State>
  /// Hears of each connection that comes or ends, and of each call.
  public let changes: Changes

  /// What was called so far.
  public var methods: [ControlMethod] { state.value.methods }
  /// How many connections there were so far.
  public var connections: Int { state.value.taken }

  /// Listens; whoever connects waits for `serve`.
  public init(changes: Changes = Changes()) throws {
    self.changes = changes
    state = Watched(State(), changes: changes)
    path = "\(NSTemporaryDirectory())/daemon-\(UUID().uuidString.prefix(8)).sock"
    listener = try TestSocket.listening(at: path)
  }

  /// Takes connections until `end`, each on a thread of its own, and has each call answered there.
  public func serve(_ answer: @escaping @Sendable (ControlCall, DaemonConnection) -> Void) {
    Thread { [self] in
      while true {
        let number = accept(listener, nil, nil)
        guard number >= 0 else { break }
        let connection = DaemonConnection(number)
        state.change { state in
          state.taken += 1
          state.open.append(connection)
        }
        Thread { [self] in
          follow(connection, number, answer)
          connection.end()
          state.change { state in state.open.removeAll { $0 === connection } }
          close(number)
        }.start()
      }
      // By whoever uses it: a number that is closed under an accept(2) may be another's by then, whose clients would come here.
      close(listener)
    }.start()
  }

  /// Ends all connections, as a daemon that is started anew does.
  public func hangUp() {
    for connection in state.value.open { connection.end() }
  }

  /// Ends all connections, and takes no more.
  public func end() {
    shutdown(listener, Int32(SHUT_RDWR))
    unlink(path)
    hangUp()
  }

  private func follow(
    _ connection: DaemonConnection, _ number: Int32, _ answer: (ControlCall, DaemonConnection) -> Void
  ) {
    var framer = MessageFramer()
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(number, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      framer.append(buffer[..<count])
      while let message = try? framer.next() {
        guard connection.isOpen, let call = try? ControlCall(message: message), let method = call.method else { return }
        state.change { $0.methods.append(method) }
        answer(call, connection)
      }
    }
  }
}
