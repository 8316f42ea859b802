import DisplayTypes
import Presentation

/// A simulated clock that advances some nanoseconds at each reading, like a real one.
@MainActor
final class MovingClock: @preconcurrency DisplayClock {
  private let base: any DisplayClock
  private var readings: UInt64 = 0

  init(_ base: any DisplayClock) {
    self.base = base
  }

  var now: MonotonicTime {
    readings += 1
    return base.now.advanced(by: readings)
  }

  func makeTimer(_ handler: @escaping () -> Void) -> any DisplayTimer { base.makeTimer(handler) }
}
