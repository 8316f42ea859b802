public import ControlProtocol

/// The clients that subscribed to events; each event is written once, whatever their number.
public final class EventStreams {
  private var readers: [ObjectIdentifier: ControlResponder] = [:]
  private var history = EventHistory()
  /// Names the life of the daemon in which the events' numbers count.
  private let run: String

  /// Makes a set of streams without readers.
  public init(run: String) {
    self.run = run
  }

  /// The number of readers.
  public var count: Int { readers.count }

  /// Adds a reader, which first gets the full state; or, where it says what it has seen, what it has missed.
  ///
  /// Where that is not known any more, it gets the full state with the reason `tooOld` or `otherRun`.
  public func add(
    _ responder: ControlResponder, _ call: EventsCall = EventsCall(), now: UInt64 = 0,
    snapshot: @autoclosure () -> EventInfo
  ) {
    let key = ObjectIdentifier(responder)
    readers[key] = responder
    responder.onGone = { [weak self] in self?.readers[key] = nil }
    guard let after = call.after, let lastRun = call.run else { return begin(responder, snapshot()) }
    guard lastRun == run else { return begin(responder, snapshot(), reason: "otherRun") }
    guard let missed = history.frames(after: after) else { return begin(responder, snapshot(), reason: "tooOld") }
    responder.send(EventInfo(event: .resumed, sequence: after, monotonicNanoseconds: now, run: run))
    for frame in missed { responder.send(framed: frame) }
  }

  /// Sends an event to every reader, and keeps it for those who return.
  public func send(_ event: EventInfo) {
    guard let bytes = try? ControlJSON.frame(ControlReplyMessage(event, continues: true)) else { return }
    history.add(event.sequence, bytes)
    // A copy: a reader that is dropped here takes itself out.
    for reader in Array(readers.values) { reader.send(framed: bytes) }
  }

  private func begin(_ responder: ControlResponder, _ snapshot: EventInfo, reason: String? = nil) {
    var snapshot = snapshot
    snapshot.run = run
    snapshot.reason = reason
    responder.send(snapshot)
  }
}

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
