/// Bytes in, messages out: cuts a stream at its NUL bytes.
///
/// Every byte is looked at once and moved at most twice, however the stream is split. It holds at most the limit and what was
/// appended last, if `next()` is called until it gives nothing before more is appended.
public struct MessageFramer: Sendable {
  /// The longest message in bytes, without its terminator.
  public let limit: Int
  private var buffer: [UInt8] = []
  /// Where the first unread message begins.
  private var start = 0
  /// No terminator stands between `start` and here.
  private var scanned = 0
  private var isBroken = false

  /// Makes a framer for messages of at most `limit` bytes.
  public init(limit: Int = ControlLimits.requestBytes) {
    self.limit = max(0, limit)
  }

  /// Bytes that are held and belong to no message that was given out.
  public var bufferedBytes: Int { buffer.count - start }

  /// Adds what was read; after an error it is dropped.
  public mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !isBroken else { return }
    if start > 0, start >= buffer.count - start {
      buffer.removeSubrange(..<start)
      scanned -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole message without its terminator; nil until more is appended.
  ///
  /// Throws for a message that is too long, whole or not. After that nothing more can be read: the stream has no other mark
  /// to begin again at than the one that did not come.
  public mutating func next() throws(FramingError) -> [UInt8]? {
    guard !isBroken else { throw .tooLong(limit: limit) }
    guard let end = buffer[scanned...].firstIndex(of: 0) else {
      scanned = buffer.count
      if scanned - start > limit { try fail() }
      return nil
    }
    if end - start > limit { try fail() }
    let message = Array(buffer[start..<end])
    start = end + 1
    scanned = start
    if start == buffer.count { empty() }
    return message
  }

  private mutating func fail() throws(FramingError) {
    isBroken = true
    buffer = []
    start = 0
    scanned = 0
    throw .tooLong(limit: limit)
  }

  /// Forgets what was read, and gives memory back where one burst took more than a few messages.
  private mutating func empty() {
    buffer.removeAll(keepingCapacity: buffer.capacity <= 16 * 1024)
    start = 0
    scanned = 0
  }
}

/// Why no more messages can be read from a stream.
public enum FramingError: Error, Hashable, Sendable {
  /// A message is longer than this many bytes.
  case tooLong(limit: Int)
}
