internal import ControlClient
internal import ControlProtocol
internal import Synchronization

/// Reads the daemon's events without a gap, the newest of those before the first connection included.
final class EventFollower: Sendable {
  /// How many events from before are asked for.
  static let before: UInt64 = 100

  private let seen = Mutex<(run: String, sequence: UInt64)?>(nil)
  private let hub: ScreenHub

  init(_ hub: ScreenHub) {
    self.hub = hub
  }

  /// Follows them as long as `goesOn` says so; returns also where another connection can tell more.
  func follow(_ client: ControlClient, goesOn: () -> Bool) throws(ClientError) {
    let last = seen.withLock { $0 }
    let events = try client.events(last.map { EventsCall(after: $0.sequence, run: $0.run) } ?? EventsCall())
    guard let first = try events.next(), goesOn() else { return }
    let run = first.run ?? ""
    guard last?.run == run || first.sequence == 0 else {
      // Another daemon than before: what it did so far is told to who comes back knowing its name.
      let start = first.sequence > EventFollower.before ? first.sequence - EventFollower.before : 0
      return seen.withLock { $0 = (run, start) }
    }
    seen.withLock { $0 = (run, first.event == .resumed ? last?.sequence ?? first.sequence : first.sequence) }
    hub.found()
    while let event = try events.next(), goesOn() {
      seen.withLock { $0 = (run, event.sequence) }
      hub.tell(event)
    }
  }
}
