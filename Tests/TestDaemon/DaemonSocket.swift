public import ControlProtocol
internal import Foundation
internal import TestKit

/// A Unix socket like the daemon's. A test chooses the answer to each call.
public final class DaemonSocket: Sendable {
  private struct State: Sendable {
    var open: [DaemonConnection] = []
    var taken = 0
    var methods: [ControlMethod] = []
  }

  /// The path of the socket.
  public let path: String
  private let listener: Int32
  private let state: Watched<State>
  /// Notified of each new connection, each closed connection and each call.
  public let changes: Changes

  /// The methods of all calls so far.
  public var methods: [ControlMethod] { state.value.methods }
  /// The number of connections so far.
  public var connections: Int { state.value.taken }

  /// Listens. Clients that connect wait for `serve`.
  public init(changes: Changes = Changes()) throws {
    self.changes = changes
    state = Watched(State(), changes: changes)
    path = "\(NSTemporaryDirectory())/daemon-\(UUID().uuidString.prefix(8)).sock"
    listener = try TestSocket.listening(at: path)
  }

  /// Accepts connections until `end`. Each connection has its own thread, which answers its calls.
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
      // The user of the number closes it. Otherwise accept(2) could take connections of another socket that has the same number by then.
      close(listener)
    }.start()
  }

  /// Closes all connections, like a daemon that is started again.
  public func hangUp() {
    for connection in state.value.open { connection.end() }
  }

  /// Closes all connections and accepts no more.
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
