import Glibc

@testable import RemoteGate

/// A socket whose calls are counted.
final class CountingChannel: ByteChannel {
  private let socket: PlainSocket
  private(set) var reads = 0
  private(set) var writes = 0

  init(_ socket: PlainSocket) {
    self.socket = socket
  }

  var descriptor: Int32 { socket.descriptor }

  func read(into buffer: inout [UInt8]) -> TransferResult {
    reads += 1
    return socket.read(into: &buffer)
  }

  func write(_ bytes: ArraySlice<UInt8>) -> TransferResult {
    writes += 1
    return socket.write(bytes)
  }

  func mayHaveMore(after count: Int, of room: Int) -> Bool { socket.mayHaveMore(after: count, of: room) }

  func endWriting() { socket.endWriting() }

  func discard(into buffer: inout [UInt8]) -> TransferResult { read(into: &buffer) }

  func end() { socket.end() }

  /// Counts from zero again.
  func forget() { (reads, writes) = (0, 0) }

  /// Two sockets that are connected with each other.
  static func pair() -> (CountingChannel, PlainSocket)? {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return nil }
    return (CountingChannel(PlainSocket(owning: ends[0])), PlainSocket(owning: ends[1]))
  }
}
