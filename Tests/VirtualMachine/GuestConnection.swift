/// A TCP connection of the host to a port of the guest, which may end at any moment; belongs to one thread.
public final class GuestConnection {
  private let socket: StreamSocket

  init(hostPort: UInt16) throws { socket = try StreamSocket(port: hostPort) }

  /// Sends all bytes; false if the other side takes no more.
  public func send(_ bytes: [UInt8]) -> Bool {
    do {
      try socket.write(bytes, by: MachineDeadline(after: .seconds(20)))
      return true
    } catch {
      return false
    }
  }

  /// What comes next, nothing at the end of the stream, nil if nothing comes within the limit.
  public func receive(within limit: Duration) throws -> [UInt8]? {
    try socket.receive(by: MachineDeadline(after: limit))
  }
}
