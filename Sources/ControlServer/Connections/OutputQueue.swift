/// Bytes on their way to a client: messages, each ended by NUL.
nonisolated struct OutputQueue {
  private var buffer: [UInt8] = []
  private var head = 0

  /// Bytes that the socket has not taken yet.
  var count: Int { buffer.count - head }
  var isEmpty: Bool { count == 0 }

  /// Adds a whole message with its terminator.
  mutating func append(_ message: [UInt8]) {
    if isEmpty {
      // Takes the message's own storage: a large one is not copied.
      if buffer.capacity < message.count { buffer = message } else { buffer.replaceSubrange(0..., with: message) }
      head = 0
      return
    }
    if head > count {
      buffer.removeSubrange(..<head)
      head = 0
    }
    buffer.append(contentsOf: message)
  }

  /// Gives `send` what is left; it returns how much of it was taken.
  mutating func send(_ send: (UnsafeRawBufferPointer) -> Int) {
    guard !isEmpty else { return }
    let taken = buffer.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[head...])) }
    head += min(max(0, taken), count)
    guard isEmpty else { return }
    buffer.removeAll(keepingCapacity: buffer.capacity <= 16 * 1024)
    head = 0
  }

  /// Drops every message of which nothing was sent; the rest of a message that was begun stays, so that the next one can be
  /// read.
  mutating func dropUnsent() {
    let isBegun = head > 0 && buffer[head - 1] != 0
    let end = isBegun ? (buffer[head...].firstIndex(of: 0) ?? buffer.count - 1) + 1 : head
    buffer = Array(buffer[head..<end])
    // What stays was begun: a byte before it says so.
    if isBegun { buffer.insert(1, at: 0) }
    head = isBegun ? 1 : 0
  }
}
