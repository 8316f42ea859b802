/// Where bytes come from and go to, without waiting: a socket, or the TLS on one.
protocol ByteChannel: AnyObject {
  /// The socket's, for a watch.
  var descriptor: Int32 { get }

  /// Reads what has come, at most as much as the buffer takes.
  func read(into buffer: inout [UInt8]) -> TransferResult

  /// Writes what can be sent.
  func write(_ bytes: ArraySlice<UInt8>) -> TransferResult

  /// Whether a read that gave so many bytes of as many as there was room for may have left some of which no event will tell.
  func mayHaveMore(after count: Int, of room: Int) -> Bool

  /// Says that nothing more is sent, while the other side may still send (shutdown(2)).
  func endWriting()

  /// Reads what has come to throw it away, once nothing more is sent.
  func discard(into buffer: inout [UInt8]) -> TransferResult

  /// Says goodbye, and waits for no answer.
  func end()
}
