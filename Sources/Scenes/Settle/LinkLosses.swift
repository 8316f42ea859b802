internal import DisplayTypes
internal import Presentation

/// The modes in which a display's link did not hold, so that the next trial leaves them out.
///
/// A link that fails is trained anew in the same mode; where it fails again soon, the mode asks too much of it.
///
/// Pure.
nonisolated struct LinkLosses: Hashable {
  /// What the link cannot carry.
  private(set) var modes: Set<ScreenMode> = []
  private var isSuspect = false
  /// A link that has held so long was not lost because of its mode.
  static let probation: UInt64 = 10_000_000_000

  /// The link has failed, so many nanoseconds after the modeset that trained it.
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
