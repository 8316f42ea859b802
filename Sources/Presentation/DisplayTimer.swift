public import DisplayTypes

/// A timer of a `DisplayClock`: armed as often as needed, without allocating.
public protocol DisplayTimer: AnyObject {
  /// Fires once at `time`, or soon where it has passed. Replaces an earlier deadline.
  func arm(at time: MonotonicTime)

  /// Does not fire any more.
  func disarm()
}
