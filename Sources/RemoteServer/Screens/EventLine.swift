internal import ControlProtocol
internal import Glibc

/// A line of the event log, as the screens page has it.
struct EventLine: Encodable, Equatable {
  /// The event's number since the daemon started.
  let number: UInt64
  /// When it happened, in milliseconds since 1970.
  let at: Int
  let event: String
  let screen: String?
  let app: String?
  let session: String?
  let reason: String?
  let mode: String?

  /// Of an event, where the monotonic clock and the time of day are these now: nanoseconds, and seconds since 1970.
  init(_ event: EventInfo, monotonic: UInt64, wall: Double) {
    number = event.sequence
    let age = Double(monotonic > event.monotonicNanoseconds ? monotonic - event.monotonicNanoseconds : 0) / 1e9
    at = Int(max(0, wall - age) * 1000)
    self.event = event.event.rawValue
    screen = event.screen ?? event.screenInfo?.name
    app = event.app
    session = event.session
    reason = event.reason
    mode = event.mode?.name
  }
}
