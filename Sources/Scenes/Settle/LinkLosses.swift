internal import DisplayTypes
internal import Presentation

/// The modes whose link did not hold, for the next trial.
///
/// A failed link is trained again in the same mode; if it fails again soon, the mode needs too much of it.
///
/// Pure.
nonisolated struct LinkLosses: Hashable {
  private(set) var modes: Set<ScreenMode> = []
  private var isSuspect = false
  /// After so long, a loss is not the mode's.
  static let probation: UInt64 = 10_000_000_000

  /// The link has failed `age` nanoseconds after its modeset.
  mutating func lost(_ mode: ScreenMode, heldFor age: UInt64) {
    guard age < LinkLosses.probation else {
      self = LinkLosses()
      isSuspect = true
      return
    }
    if isSuspect { modes.insert(mode) }
    isSuspect = true
  }
}
