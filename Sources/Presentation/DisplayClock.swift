public import DisplayTypes

/// The clock that a backend runs on: the kernel's for real displays, one that can be advanced for simulated ones.
///
/// Belongs to the display thread.
public protocol DisplayClock: AnyObject {
  /// The present moment, comparable with flip timestamps.
  var now: MonotonicTime { get }

  /// Makes a timer, not armed yet; the caller keeps it alive.
  func makeTimer(_ handler: @escaping () -> Void) -> any DisplayTimer
}
