public import DisplayTypes

/// A timer of an event loop.
///
/// It is made once and armed as often as needed; arming allocates nothing.
///
/// Belongs to the loop's thread.
public final class LoopTimer {
  /// When it fires; nil while it is not armed.
  public private(set) var deadline: MonotonicTime?
  private let handler: () -> Void

  init(handler: @escaping () -> Void) {
    self.handler = handler
  }

  /// Fires once at `time`, or in the loop's next turn where that has passed.
  ///
  /// Replaces an earlier deadline.
  public func arm(at time: MonotonicTime) {
    deadline = time
  }

  /// Does not fire any more.
  public func disarm() {
    deadline = nil
  }

  /// Fires where the deadline has come.
  func fire(now: MonotonicTime) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    handler()
  }
}
