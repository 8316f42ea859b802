package import DisplayTypes
internal import Presentation

/// The trial of a mode, which ends by itself unless it is confirmed in time. Pure. The choice is stored only after the confirmation, so
/// that a crash ends the trial too.
///
///     none ──begin──▶ applying ──mode set──▶ waiting ──confirm──▶ none; the choice is stored
///                        │ another mode won,    │ time is over,
///                        │ or time is over      │ or another mode won
///                        └──────────────────────┴───────────────▶ none; as before
nonisolated struct ModeConfirmation: Hashable, Sendable {
  struct Trial: Hashable, Sendable {
    var wish: ModeWish
    /// The time from the first frame to the end, in nanoseconds.
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

  /// The mode on trial, which has priority over all choices; nil without a trial.
  var wish: ModeWish? {
    switch phase {
    case .none: nil
    case .applying(let trial), .waiting(let trial): trial.wish
    }
  }

  /// Begins a trial, and replaces another one; returns the time of its end if the mode is not set by then.
  mutating func begin(_ wish: ModeWish, for patience: UInt64, now: MonotonicTime) -> MonotonicTime {
    let trial = Trial(wish: wish, patience: patience, deadline: now.advanced(by: patience))
    phase = .applying(trial)
    return trial.deadline
  }

  /// Records that a mode is in force; returns the end of the trial, or nil without one. The time counts from the first moment in which the
  /// mode is visible.
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

  /// Ends the trial; returns the choice to store, or nil if no mode waits.
  mutating func confirm() -> ModeWish? {
    guard case .waiting(let trial) = phase else { return nil }
    phase = .none
    return trial.wish
  }

  /// Whether the time of the trial is over; ends the trial then.
  mutating func timeOver(now: MonotonicTime) -> Bool {
    switch phase {
    case .none: return false
    case .applying(let trial), .waiting(let trial):
      guard trial.deadline <= now else { return false }
      phase = .none
      return true
    }
  }

  /// Ends the trial, because of another choice or because the display has gone.
  mutating func cancel() { phase = .none }
}

extension ScreenCoordinator {
  /// Tries a mode for `patience` nanoseconds after its modeset, unless it is confirmed. The former mode returns after an unplug or a crash.
  /// Throws if the display has no such mode.
  package func tryMode(
    _ wish: ModeWish, for patience: UInt64, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    try check(wish)
    guard lit != nil, !isStandIn else { throw .notNow("the screen is dark, so the mode cannot be seen and confirmed") }
    system.pass.input {
      modeSetting.forgetTrials()
      note("mode tried out")
      confirmTimer?.arm(at: confirmation.begin(wish, for: patience, now: system.clock.now))
      reconsider(completion: completion)
    }
  }

  package func confirmMode() throws(SceneError) {
    try system.pass.input { () throws(SceneError) in
      guard let wish = confirmation.confirm() else {
        throw .notNow("no mode waits to be confirmed there: the trial is over, or there was none")
      }
      confirmTimer?.disarm()
      remember { record in
        record.choices.mode = wish
        record.mode = lit?.mode ?? record.mode
      }
      note("mode confirmed")
      // The same mode now has another reason.
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

  /// Returns to the former mode before a raised alarm is shown. Nobody has confirmed the mode on trial. If its trial ended during the alarm,
  /// the screen would be dark for a moment.
  func endTrial() {
    guard confirmation.wish != nil else { return }
    endConfirmation()
    note("mode not confirmed")
    modeSetting.forgetTrials()
  }

  /// Ends the trial, because of another choice or because the display has gone.
  func endConfirmation() {
    confirmation.cancel()
    confirmTimer?.disarm()
  }
}
