import DisplayTypes
import Presentation

/// A simulated clock that is some nanoseconds later each time it is asked, as a real one is.
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
