internal import Observation

/// Counts the evaluations that are watched.
///
/// Each reads it, and the next one changes it: so the observations of one end before those of the next begin, also where
/// nothing else has changed, as when a display is plugged in.
@MainActor @Observable
final class Watch {
  /// Which evaluation it is.
  private(set) var turn = 0

  /// Reads it, so that its change ends the observations.
  func read() { _ = turn }

  /// Ends the observations of the evaluation before.
  ///
  /// - Returns: Which evaluation begins.
  func next() -> Int {
    turn &+= 1
    return turn
  }
}
