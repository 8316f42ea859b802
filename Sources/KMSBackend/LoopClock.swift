public import DisplayTypes
public import EventLoop
public import Presentation

/// The kernel's monotonic clock, with an event loop's timers.
public final class LoopClock: DisplayClock {
  private let loop: EventLoop

  /// Takes the time and its timers from this loop.
  public init(loop: EventLoop) {
    self.loop = loop
  }

  /// The kernel's monotonic clock.
  public var now: MonotonicTime { .now }

  /// Makes a timer of the loop, not armed.
  public func makeTimer(_ handler: @escaping () -> Void) -> any DisplayTimer {
    loop.makeTimer(handler)
  }
}

extension LoopTimer: DisplayTimer {}
