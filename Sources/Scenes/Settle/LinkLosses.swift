internal import DisplayTypes
internal import Presentation

/// The modes whose link did not hold, for the next trial. A link that fails is trained again in the same mode. If it fails again soon, the
/// mode needs too much bandwidth. Pure.
nonisolated struct LinkLosses: Hashable {
  private(set) var modes: Set<ScreenMode> = []
  private var isSuspect = false
  /// The time in nanoseconds after which a loss does not count against the mode.
  static let probation: UInt64 = 10_000_000_000

  /// Records that the link has failed `age` nanoseconds after its modeset.
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
