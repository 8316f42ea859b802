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

extension ScreenCoordinator {
  /// The link has failed: it is trained anew, and where that did not help, in the next mode.
  func linkFailed() {
    guard let lit, attempt == nil, let screen else { return }
    let before = linkLosses.modes.count
    let age = system.clock.now.nanoseconds(since: litTime)
    linkLosses.lost(lit.mode, heldFor: age)
    if linkLosses.modes.isEmpty, age >= LinkLosses.probation { linkBackoff.reset() }
    let name = decision.winner?.name ?? "its mode"
    let next =
      linkLosses.modes.count > before
      ? "it fails in \(name) again and again; the next mode is tried" : "it is trained anew"
    system.post(.trouble(screen: screen.name, message: "the link to the display has failed: \(next)"))
  }

  /// No mode is left: again later, from the first, since a cable may have been moved meanwhile.
  func linkFailsInEveryMode() {
    guard let screen else { return }
    linkLosses = LinkLosses()
    let reason = "the link to the display holds in none of its modes; check the cable and what is between"
    system.post(.trouble(screen: screen.name, message: "\(reason); it is tried again"))
    stage.answer(.failed(.notNow("\(screen.name): \(reason)")))
    retryTimer?.arm(at: system.clock.now.advanced(by: linkBackoff.next()))
  }
}
