/// A TCP connection of the host to a port of the guest. It may end at any moment, and belongs to one thread.
public final class GuestConnection {
  private let socket: StreamSocket

  init(hostPort: UInt16) throws { socket = try StreamSocket(port: hostPort) }

  /// Sends all bytes; returns false if the other side accepts no more.
  public func send(_ bytes: [UInt8]) -> Bool {
    do {
      try socket.write(bytes, by: MachineDeadline(after: .seconds(20)))
      return true
    } catch {
      return false
    }
  }

  /// Returns the next bytes. The result is empty at the end of the stream, and nil after the limit.
  public func receive(within limit: Duration) throws -> [UInt8]? {
    try socket.receive(by: MachineDeadline(after: limit))
  }
}
