import DisplayTypes
import EventLoop

/// Calls back once, in a later turn of the loop, after some real time.
final class SoonTimer {
  private var handler: (() -> Void)?
  private var timer: LoopTimer?

  init(loop: EventLoop) {
    timer = loop.makeTimer { [weak self] in
      let handler = self?.handler
      self?.handler = nil
      handler?()
    }
  }

  /// Replaces what was to be called before.
  func call(after nanoseconds: UInt64, _ handler: @escaping () -> Void) {
    self.handler = handler
    timer?.arm(at: MonotonicTime.now.advanced(by: nanoseconds))
  }
}
