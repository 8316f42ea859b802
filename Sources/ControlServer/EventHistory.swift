/// The newest events as they were sent, so that a reader who was away gets what it missed.
///
/// Bounded by their number and their bytes, which are fewer than a stream's reader may leave unread.
nonisolated struct EventHistory {
  /// The number of the newest event that there ever was.
  private(set) var newest: UInt64 = 0
  private var entries: [(sequence: UInt64, frame: [UInt8])] = []
  private var bytes = 0
  private let maximumCount: Int
  private let maximumBytes: Int

  init(maximumCount: Int = 1024, maximumBytes: Int = 128 * 1024) {
    self.maximumCount = maximumCount
    self.maximumBytes = maximumBytes
  }

  /// Adds an event; the oldest make room.
  mutating func add(_ sequence: UInt64, _ frame: [UInt8]) {
    newest = sequence
    entries.append((sequence, frame))
    bytes += frame.count
    var excess = 0
    while excess < entries.count, bytes > maximumBytes || entries.count - excess > maximumCount {
      bytes -= entries[excess].frame.count
      excess += 1
    }
    entries.removeFirst(excess)
  }

  /// The events after that number; nil where some of them are not known any more, or it is not known itself.
  func frames(after sequence: UInt64) -> [[UInt8]]? {
    guard sequence <= newest else { return nil }
    if sequence == newest { return [] }
    guard let first = entries.first, first.sequence <= sequence + 1 else { return nil }
    return entries.drop { $0.sequence <= sequence }.map(\.frame)
  }
}
