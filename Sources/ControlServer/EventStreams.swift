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
