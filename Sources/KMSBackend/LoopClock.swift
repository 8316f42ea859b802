public import DisplayTypes
public import EventLoop
public import Presentation

/// The kernel's monotonic clock, with an event loop's timers.
public final class LoopClock: DisplayClock {
  private let loop: EventLoop

  public init(loop: EventLoop) {
    self.loop = loop
  }

  public var now: MonotonicTime { .now }

  public func makeTimer(_ handler: @escaping () -> Void) -> any DisplayTimer {
    loop.makeTimer(handler)
  }
}

extension LoopTimer: DisplayTimer {}
