import Glibc

/// The latest time of an expected event.
struct MachineDeadline: Sendable {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) {
    end = .now + duration
  }

  /// A deadline that no test reaches.
  static var never: MachineDeadline { MachineDeadline(after: .seconds(86_400 * 365)) }

  var hasPassed: Bool { end <= .now }

  var remaining: Duration { max(.zero, end - .now) }

  /// The time that is left, for `poll(2)`. It is rounded up, so that a wait never ends just before the deadline.
  var milliseconds: Int32 {
    let (seconds, attoseconds) = remaining.components
    return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }

  /// Waits a moment, for conditions that can only be polled.
  static func pause(milliseconds: Int32) {
    poll(nil, 0, milliseconds)
  }
}
