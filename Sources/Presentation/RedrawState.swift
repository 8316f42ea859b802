/// The states of drawing a screen: requests go in, and the next action comes out. Pure; pacing is in `FrameClock`.
///
///     idle ──request──▶ redrawQueued ──flip submitted──▶ awaitingFlip ──flipped──▶ idle or redrawQueued
///                           │  ▲
///               in place,   │  │ estimated vertical blank
///               unchanged   ▼  │
///                     awaitingEstimatedVBlank
struct RedrawState: Hashable, Sendable {
  /// The state between two frames.
  enum Phase: Hashable, Sendable {
    case idle
    case redrawQueued
    /// A flip is in flight. With `redrawNeeded`, another frame was requested meanwhile.
    case awaitingFlip(redrawNeeded: Bool)
    /// Nothing is in flight, but this refresh has had its frame. The timer is armed for the next refresh.
    case awaitingEstimatedVBlank
  }

  /// The caller's action after an input.
  enum Action: Hashable, Sendable {
    case nothing
    /// Arm the timer for the draw time that `FrameClock` gives.
    case scheduleDraw
    /// Arm the timer for the next estimated vertical blank.
    case scheduleEstimatedVBlank
  }

  /// The end of a draw.
  enum DrawResult: Hashable, Sendable {
    case submitted
    /// The picture was changed in place and is on the screen.
    case updatedInPlace
    case unchanged
    /// The device was busy: draw again at the next refresh.
    case busy
    /// The draw was refused for good; nothing is in flight.
    case refused
  }

  private(set) var phase = Phase.idle

  mutating func redrawRequested() -> Action {
    switch phase {
    case .idle:
      phase = .redrawQueued
      return .scheduleDraw
    case .awaitingFlip:
      phase = .awaitingFlip(redrawNeeded: true)
      return .nothing
    case .redrawQueued, .awaitingEstimatedVBlank:
      return .nothing
    }
  }

  /// Whether to draw now, because the timer has fired; false if the state has changed since.
  mutating func timerFired() -> Bool {
    switch phase {
    case .redrawQueued: return true
    case .awaitingEstimatedVBlank:
      phase = .redrawQueued
      return true
    case .idle, .awaitingFlip: return false
    }
  }

  /// Takes the end of a draw; `wantsMore` is true while an animation runs.
  mutating func drew(_ result: DrawResult, wantsMore: Bool) -> Action {
    guard phase == .redrawQueued else { return .nothing }
    switch result {
    case .submitted:
      phase = .awaitingFlip(redrawNeeded: false)
      return .nothing
    case .busy:
      phase = .awaitingEstimatedVBlank
      return .scheduleEstimatedVBlank
    case .updatedInPlace, .unchanged:
      phase = wantsMore ? .awaitingEstimatedVBlank : .idle
      return wantsMore ? .scheduleEstimatedVBlank : .nothing
    case .refused:
      phase = .idle
      return .nothing
    }
  }

  /// Takes the end of the flip in flight; a late event changes nothing.
  mutating func flipped(wantsMore: Bool) -> Action {
    guard case .awaitingFlip(let redrawNeeded) = phase else { return .nothing }
    phase = redrawNeeded || wantsMore ? .redrawQueued : .idle
    return phase == .redrawQueued ? .scheduleDraw : .nothing
  }

  mutating func reset() { phase = .idle }
}
