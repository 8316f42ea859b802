internal import ControlProtocol

/// The newest events as they were sent, so that a reader who was away gets what it missed.
///
/// Bounded by their number and their bytes, which are fewer than a stream's reader may leave unread.
nonisolated struct EventHistory {
  private struct Entry {
    let sequence: UInt64
    let frame: [UInt8]
    /// The frame for readers who may only observe, if it is another.
    let observed: [UInt8]?

    var bytes: Int { frame.count + (observed?.count ?? 0) }
  }

  /// The number of the newest event that there ever was.
  private(set) var newest: UInt64 = 0
  private var entries: [Entry] = []
  private var bytes = 0
  private let maximumCount: Int
  private let maximumBytes: Int

  init(maximumCount: Int = 1024, maximumBytes: Int = 128 * 1024) {
    self.maximumCount = maximumCount
    self.maximumBytes = maximumBytes
  }

  /// Adds an event, and its frame for readers who may only observe if that is another; the oldest make room.
  mutating func add(_ sequence: UInt64, _ frame: [UInt8], observed: [UInt8]? = nil) {
    newest = sequence
    let entry = Entry(sequence: sequence, frame: frame, observed: observed)
    entries.append(entry)
    bytes += entry.bytes
    var excess = 0
    while excess < entries.count, bytes > maximumBytes || entries.count - excess > maximumCount {
      bytes -= entries[excess].bytes
      excess += 1
    }
    entries.removeFirst(excess)
  }

  /// The events after that number; nil where some of them are not known any more, or it is not known itself.
  func frames(after sequence: UInt64, for access: AccessLevel = .admin) -> [[UInt8]]? {
    guard sequence <= newest else { return nil }
    if sequence == newest { return [] }
    guard let first = entries.first, first.sequence <= sequence + 1 else { return nil }
    return entries.drop { $0.sequence <= sequence }.map { access < .control ? $0.observed ?? $0.frame : $0.frame }
  }
}
