/// Splits a stream of bytes into messages at its NUL bytes. Each byte is read once and moved at most twice. Call `next()` until it returns
/// nil before you append more bytes. Then the framer stores at most the limit and the last appended bytes.
public struct MessageFramer: Sendable {
  /// The longest message in bytes, without its NUL.
  public let limit: Int
  private var buffer: [UInt8] = []
  /// The index at which the first unread message begins.
  private var start = 0
  /// The index up to which the bytes from `start` on have no NUL.
  private var scanned = 0
  private var isBroken = false

  /// Makes a framer for messages of at most `limit` bytes.
  public init(limit: Int = ControlLimits.requestBytes) {
    self.limit = max(0, limit)
  }

  /// The number of bytes that belong to no returned message.
  public var bufferedBytes: Int { buffer.count - start }

  /// Adds received bytes. After an error it drops them.
  public mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !isBroken else { return }
    if start > 0, start >= buffer.count - start {
      buffer.removeSubrange(..<start)
      scanned -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next whole message without its NUL, or nil until more bytes are appended. Throws if a message is too long, also if its end
  /// is still missing. Then each further call throws, because the stream has no other mark for the beginning of a message.
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
    if start == buffer.count {
      // After a burst, do not keep the memory of many messages.
      buffer.removeAll(keepingCapacity: buffer.capacity <= 16 * 1024)
      (start, scanned) = (0, 0)
    }
    return message
  }

  private mutating func fail() throws(FramingError) {
    isBroken = true
    buffer = []
    (start, scanned) = (0, 0)
    throw .tooLong(limit: limit)
  }
}

/// The error that ends a stream of messages.
public enum FramingError: Error, Hashable, Sendable {
  /// A message is longer than this many bytes.
  case tooLong(limit: Int)
}
