public import DisplayTypes
internal import Presentation

/// A mode that somebody tries out: unless it is confirmed in time, it goes back by itself.
///
/// Pure. The wish is kept only once it is confirmed, so that a crash in between goes back, too.
///
///     none ──begin──▶ applying ──mode set──▶ waiting ──confirm──▶ none; the wish is kept
///                        │ another mode won,    │ time is over,
///                        │ or time is over      │ or another mode won
///                        └──────────────────────┴───────────────▶ none; as before
public nonisolated struct ModeConfirmation: Hashable, Sendable {
  /// What is tried out.
  public struct Trial: Hashable, Sendable {
    /// The mode that was wished for.
    public var wish: ModeWish
    /// How long it may be looked at, in nanoseconds.
    public var patience: UInt64
    /// When it goes back.
    public var deadline: MonotonicTime
  }

  /// How far it has come.
  public enum Phase: Hashable, Sendable {
    /// Nothing is tried out.
    case none
    /// The mode is being set.
    case applying(Trial)
    /// The mode is in force, and somebody may confirm it.
    case waiting(Trial)
  }

  /// Where it is.
  public private(set) var phase = Phase.none

  /// Nothing is tried out yet.
  public init() {}

  /// What goes before all other choices now; nil where nothing is tried out.
  public var wish: ModeWish? {
    switch phase {
    case .none: nil
    case .applying(let trial), .waiting(let trial): trial.wish
    }
  }

  /// Tries a mode out, in place of one that is tried out already.
  ///
  /// Returns when it goes back if it is not even set by then.
  public mutating func begin(_ wish: ModeWish, for patience: UInt64, now: MonotonicTime) -> MonotonicTime {
    let trial = Trial(wish: wish, patience: patience, deadline: now.advanced(by: patience))
    phase = .applying(trial)
    return trial.deadline
  }

  /// A mode is in force; whether it is the one that is tried out.
  ///
  /// Returns when that goes back; nil where nothing is tried out any more. Time counts from the first moment in which it can be seen.
  public mutating func modeSet(isTried: Bool, now: MonotonicTime) -> MonotonicTime? {
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

  /// Somebody has seen it and wants it: the wish to keep; nil where there is none in force.
  public mutating func confirm() -> ModeWish? {
    switch phase {
    case .none, .applying: return nil
    case .waiting(let trial):
      phase = .none
      return trial.wish
    }
  }

  /// Whether it goes back now.
  public mutating func timeOver(now: MonotonicTime) -> Bool {
    switch phase {
    case .none: return false
    case .applying(let trial), .waiting(let trial):
      guard trial.deadline <= now else { return false }
      phase = .none
      return true
    }
  }

  /// Another choice was made, or the display has gone.
  public mutating func cancel() { phase = .none }
}

extension ScreenCoordinator {
  /// Tries a mode out: unless it is confirmed within `patience` nanoseconds after it was set, it goes back to what it was.
  ///
  /// It goes back at once where the display is unplugged, and after a crash. A wish that no mode answers is refused.
  public func tryMode(
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

  /// Keeps the mode that is tried out.
  public func confirmMode() throws(SceneError) {
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

  /// A candidate is in force.
  func confirmationHears(of candidate: ModeCandidate) {
    let deadline = confirmation.modeSet(isTried: candidate.source == .trialChoice, now: system.clock.now)
    if let deadline { confirmTimer?.arm(at: deadline) } else { confirmTimer?.disarm() }
  }

  /// Nobody has confirmed the mode.
  func confirmationTimeOver() {
    guard confirmation.timeOver(now: system.clock.now) else { return }
    note("mode not confirmed")
    modeSetting.forgetTrials()
    reconsider()
  }

  /// Another choice was made, or the display has gone.
  func endConfirmation() {
    confirmation.cancel()
    confirmTimer?.disarm()
  }
}
