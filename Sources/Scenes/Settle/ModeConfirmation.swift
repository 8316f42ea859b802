package import DisplayTypes
internal import Presentation

/// The trial of a mode, which ends by itself unless it is confirmed in time.
///
/// Pure. The wish is kept only after the confirmation, so that a crash ends the trial too.
///
///     none ──begin──▶ applying ──mode set──▶ waiting ──confirm──▶ none; the wish is kept
///                        │ another mode won,    │ time is over,
///                        │ or time is over      │ or another mode won
///                        └──────────────────────┴───────────────▶ none; as before
nonisolated struct ModeConfirmation: Hashable, Sendable {
  struct Trial: Hashable, Sendable {
    var wish: ModeWish
    /// Nanoseconds from the first frame to the end.
    var patience: UInt64
    var deadline: MonotonicTime
  }

  enum Phase: Hashable, Sendable {
    case none
    case applying(Trial)
    /// The mode is in force, and can be confirmed.
    case waiting(Trial)
  }

  private(set) var phase = Phase.none

  /// Goes before all other choices; nil without a trial.
  var wish: ModeWish? {
    switch phase {
    case .none: nil
    case .applying(let trial), .waiting(let trial): trial.wish
    }
  }

  /// Begins a trial, in place of another; returns its end if the mode is not set by then.
  mutating func begin(_ wish: ModeWish, for patience: UInt64, now: MonotonicTime) -> MonotonicTime {
    let trial = Trial(wish: wish, patience: patience, deadline: now.advanced(by: patience))
    phase = .applying(trial)
    return trial.deadline
  }

  /// A mode is in force; returns the end of the trial, nil without one.
  ///
  /// Time counts from the first moment in which the mode can be seen.
  mutating func modeSet(isTried: Bool, now: MonotonicTime) -> MonotonicTime? {
    switch phase {
    case .none: return nil
    case .applying(var trial):
      guard isTried else { break }
      trial.deadline = now.advanced(by: trial.patience)
      phase = .waiting(trial)
      return trial.deadline
    case .waiting(let trial):
      guard isTried else { break }
      return trial.deadline
    }
    phase = .none
    return nil
  }

  /// The wish to keep; nil if no mode waits.
  mutating func confirm() -> ModeWish? {
    guard case .waiting(let trial) = phase else { return nil }
    phase = .none
    return trial.wish
  }

  /// Whether the trial ends now.
  mutating func timeOver(now: MonotonicTime) -> Bool {
    switch phase {
    case .none: return false
    case .applying(let trial), .waiting(let trial):
      guard trial.deadline <= now else { return false }
      phase = .none
      return true
    }
  }

  /// Another choice, or the display has gone.
  mutating func cancel() { phase = .none }
}

extension ScreenCoordinator {
  /// Tries a mode for `patience` nanoseconds after its modeset, unless it is confirmed.
  ///
  /// The former mode returns at an unplug, and after a crash. A wish without a mode is refused.
  package func tryMode(
    _ wish: ModeWish, for patience: UInt64, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    try check(wish)
    guard lit != nil, !isStandIn else { throw .notNow("the screen is dark: nobody could see the mode and confirm it") }
    system.pass.input {
      modeSetting.forgetTrials()
      note("mode tried out")
      confirmTimer?.arm(at: confirmation.begin(wish, for: patience, now: system.clock.now))
      reconsider(completion: completion)
    }
  }

  package func confirmMode() throws(SceneError) {
    guard let wish = confirmation.confirm() else {
      throw .notNow("no mode waits to be confirmed there: it has gone back, or was never tried out")
    }
    system.pass.input {
      confirmTimer?.disarm()
      facts.remember { record in
        record.choices.mode = wish
        record.mode = lit?.mode ?? record.mode
      }
      note("mode confirmed")
      // The same mode is chosen for another reason now.
      reconsider()
    }
  }

  func updateConfirmation(for candidate: ModeCandidate) {
    let deadline = confirmation.modeSet(isTried: candidate.source == .trialChoice, now: system.clock.now)
    if let deadline { confirmTimer?.arm(at: deadline) } else { confirmTimer?.disarm() }
  }

  func confirmationTimeOver() {
    guard confirmation.timeOver(now: system.clock.now) else { return }
    note("mode not confirmed")
    modeSetting.forgetTrials()
    reconsider()
  }

  /// Another choice, or the display has gone.
  func endConfirmation() {
    confirmation.cancel()
    confirmTimer?.disarm()
  }
}
