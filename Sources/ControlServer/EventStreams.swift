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
    guard let missed = history.frames(after: after, for: responder.access) else {
      return begin(responder, snapshot(), reason: "tooOld")
    }
    responder.send(EventInfo(event: .resumed, sequence: after, monotonicNanoseconds: now, run: run))
    for frame in missed { responder.send(framed: frame) }
  }

  /// Sends an event to every reader, and keeps it for those who return.
  ///
  /// - Parameter observed: the same event for readers who may only observe, if they do not get all of it.
  public func send(_ event: EventInfo, toObservers observed: EventInfo? = nil) {
    guard let bytes = try? ControlJSON.frame(ControlReplyMessage(event, continues: true)) else { return }
    var observedBytes: [UInt8]?
    if let observed, observed != event {
      guard let bytes = try? ControlJSON.frame(ControlReplyMessage(observed, continues: true)) else { return }
      observedBytes = bytes
    }
    history.add(event.sequence, bytes, observed: observedBytes)
    // A copy: a reader that is dropped here takes itself out.
    for reader in Array(readers.values) {
      reader.send(framed: reader.access < .control ? observedBytes ?? bytes : bytes)
    }
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
