internal import DisplayTypes

/// Finds the moment at which several screens show something new: as soon as the last of those with equal refreshes can.
///
/// Pure. Screens of other refreshes wait for nobody.
struct SharedRefresh {
  /// What a screen can do.
  struct Chance {
    /// The first refresh at which it can show something new.
    var target: MonotonicTime
    /// From one of its refreshes to the next, in nanoseconds.
    var interval: UInt64
  }

  private var chances: [Chance] = []

  /// A screen takes part.
  mutating func add(_ chance: Chance) { chances.append(chance) }

  /// The moment for a screen of this interval.
  func moment(every interval: UInt64) -> MonotonicTime {
    // 60 and 59.94 Hz are one refresh; 60 and 59 are not.
    chances.lazy.filter { max($0.interval, interval) - min($0.interval, interval) <= interval / 200 }
      .map(\.target).max() ?? .zero
  }
}
