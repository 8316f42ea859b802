internal import DisplayTypes
public import ModeSelection
internal import Presentation

extension ScreenCoordinator {
  /// Tries a mode out: unless it is confirmed within `patience` nanoseconds after it was set, it goes back to what it was.
  ///
  /// It goes back at once where the display is unplugged, and after a crash. A wish that no mode answers is refused.
  public func tryMode(
    _ wish: ModeWish, for patience: UInt64, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    try check(wish)
    guard lit != nil, !isStandIn else { throw .notNow("the screen is dark: nobody could see the mode and confirm it") }
    forgetTrials()
    note("mode tried out")
    confirmTimer?.arm(at: confirmation.begin(wish, for: patience, now: system.clock.now))
    reconsider(completion: completion)
  }

  /// Keeps the mode that is tried out.
  public func confirmMode() throws(SceneError) {
    guard let wish = confirmation.confirm() else {
      throw .notNow("no mode waits to be confirmed there: it has gone back, or was never tried out")
    }
    confirmTimer?.disarm()
    remember { record in
      record.choices.mode = wish
      record.mode = lit?.mode ?? record.mode
    }
    note("mode confirmed")
    system.persist()
    // The same mode is chosen for another reason now.
    reconsider(completion: nil)
  }

  /// A candidate is in force.
  func confirmationHears(of candidate: ModeCandidate) {
    let deadline = confirmation.modeSet(isTried: candidate.source == .trialChoice, now: system.clock.now)
    if let deadline { confirmTimer?.arm(at: deadline) } else { confirmTimer?.disarm() }
  }

  /// Nobody has confirmed the mode.
  func confirmationTimeOver() {
    guard confirmation.timeOver(now: system.clock.now) else { return }
    note("mode not confirmed")
    forgetTrials()
    reconsider(completion: nil)
  }

  /// Another choice was made, or the display has gone.
  func endConfirmation() {
    confirmation.cancel()
    confirmTimer?.disarm()
  }
}
