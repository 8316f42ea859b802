package import ControlProtocol

/// The clients that subscribed to events. Each event is encoded once for all of them. Without a reader it is encoded later, because a screen
/// that comes should not wait for that.
package final class EventStreams {
  private typealias Event = (all: EventInfo, observed: EventInfo?)

  private var readers: [ObjectIdentifier: ControlResponder] = [:]
  private var history = EventHistory()
  /// The newest events, which are not encoded yet.
  private var pending: [Event] = []
  private static let mostPending = 64
  /// Identifies the run of the daemon, in which the numbers of events are unique.
  private let run: String

  package init(run: String) {
    self.run = run
  }

  package var count: Int { readers.count }

  /// Adds a reader. It first gets the full state, or the events after the last one that it has seen. If those events are not stored any
  /// more, it gets the full state with the reason `tooOld` or `otherRun`.
  package func add(
    _ responder: ControlResponder, _ call: EventsCall = EventsCall(), now: UInt64 = 0,
    snapshot: @autoclosure () -> EventInfo
  ) {
    // These come before the state that the reader gets.
    encodePending()
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

  /// Sends an event to every reader, and stores it for readers that return.
  ///
  /// - Parameter observed: the event for readers that may only observe, if it differs for them.
  package func send(_ event: EventInfo, toObservers observed: EventInfo? = nil) {
    pending.append((event, observed == event ? nil : observed))
    guard !readers.isEmpty || pending.count > Self.mostPending else { return }
    encodePending()
  }

  private func encodePending() {
    let events = pending
    pending = []
    for event in events {
      guard let bytes = frame(event.all) else { continue }
      var observed: [UInt8]?
      if let event = event.observed {
        guard let bytes = frame(event) else { continue }
        observed = bytes
      }
      history.add(event.all.sequence, bytes, observed: observed)
      // Use a copy, because a reader that is dropped here removes itself.
      for reader in Array(readers.values) {
        reader.send(framed: reader.access.contains(.remote) ? bytes : observed ?? bytes)
      }
    }
  }

  private func frame(_ event: EventInfo) -> [UInt8]? {
    try? ControlJSON.frame(ControlReplyMessage(event, continues: true))
  }

  private func begin(_ responder: ControlResponder, _ snapshot: EventInfo, reason: String? = nil) {
    var snapshot = snapshot
    snapshot.run = run
    snapshot.reason = reason
    responder.send(snapshot)
  }
}

/// The newest events in encoded form, for readers that return. Their bytes are fewer than a stream's reader may leave unread.
nonisolated struct EventHistory {
  private struct Entry {
    let sequence: UInt64
    let frame: [UInt8]
    /// The frame for readers that may only observe, if it differs.
    let observed: [UInt8]?

    var bytes: Int { frame.count + (observed?.count ?? 0) }
  }

  private var newest: UInt64 = 0
  private var entries: [Entry] = []
  private var bytes = 0
  private let maximumCount: Int
  private let maximumBytes: Int

  init(maximumCount: Int = 1024, maximumBytes: Int = 128 * 1024) {
    self.maximumCount = maximumCount
    self.maximumBytes = maximumBytes
  }

  /// Adds an event, and removes the oldest events beyond the limits.
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

  /// The events after a number; nil if one of them is not stored any more, or the number is unknown.
  func frames(after sequence: UInt64, for access: AccessLevel = .admin) -> [[UInt8]]? {
    guard sequence <= newest else { return nil }
    if sequence == newest { return [] }
    guard let first = entries.first, first.sequence <= sequence + 1 else { return nil }
    return entries.drop { $0.sequence <= sequence }.map {
      access.contains(.remote) ? $0.frame : $0.observed ?? $0.frame
    }
  }
}
