/// Tells from two clocks whether the machine slept: one goes on meanwhile (`CLOCK_BOOTTIME`), the other does not
/// (`CLOCK_MONOTONIC`).
///
/// Pure.
struct SuspendGauge {
  private var slept: UInt64

  /// Between the readings of the two clocks some time passes; no sleep is shorter than this.
  static let shortest: UInt64 = 10_000_000

  /// Begins with the present readings, in nanoseconds.
  init(boot: UInt64, monotonic: UInt64) {
    slept = boot > monotonic ? boot - monotonic : 0
  }

  /// Whether the machine slept since the last reading.
  mutating func hasSlept(boot: UInt64, monotonic: UInt64) -> Bool {
    let now = boot > monotonic ? boot - monotonic : 0
    guard now > slept, now - slept >= SuspendGauge.shortest else { return false }
    slept = now
    return true
  }
}
