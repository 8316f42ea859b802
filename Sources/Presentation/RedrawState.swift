/// The states of drawing a screen: requests go in, and the next action comes out.
///
/// Pure; pacing is in `FrameClock`.
///
///     idle ──request──▶ redrawQueued ──flip submitted──▶ awaitingFlip ──flipped──▶ idle or redrawQueued
///                           │  ▲
///               in place,   │  │ estimated vertical blank
///               unchanged   ▼  │
///                     awaitingEstimatedVBlank
public struct RedrawState: Hashable, Sendable {
  /// Where the screen is between two frames.
  public enum Phase: Hashable, Sendable {
    /// Nothing to draw; nothing is armed.
    case idle
    /// The draw timer is armed.
    case redrawQueued
    /// A flip is in flight. With `redrawNeeded`, another frame was requested during it.
    case awaitingFlip(redrawNeeded: Bool)
    /// Nothing is in flight, but this refresh has had its frame; the timer is armed for the next.
    case awaitingEstimatedVBlank
  }

  /// The caller's action after an input.
  public enum Action: Hashable, Sendable {
    case nothing
    /// Arm the timer for the draw time that `FrameClock` gives.
    case scheduleDraw
    /// Arm the timer for the next estimated vertical blank.
    case scheduleEstimatedVBlank
  }

  /// How a draw ended.
  public enum DrawResult: Hashable, Sendable {
    /// A flip was submitted.
    case submitted
    /// The picture was changed in place and is on the screen.
    case updatedInPlace
    /// The frame equals the current one.
    case unchanged
    /// The device was busy: again at the next refresh.
    case busy
    /// It was refused for good; nothing is in flight.
    case refused
  }

  /// Where the screen is now.
  public private(set) var phase = Phase.idle

  /// A screen with nothing to draw.
  public init() {}

  /// A new picture is to be shown.
  public mutating func redrawRequested() -> Action {
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

  /// Whether the timer that fired means "draw now".
  ///
  /// False for a timer that was overtaken.
  public mutating func timerFired() -> Bool {
    switch phase {
    case .redrawQueued: return true
    case .awaitingEstimatedVBlank:
      phase = .redrawQueued
      return true
    case .idle, .awaitingFlip: return false
    }
  }

  /// A draw has ended; `wantsMore` if an animation runs.
  ///
  /// Only valid in `redrawQueued`; otherwise it changes nothing.
  public mutating func drew(_ result: DrawResult, wantsMore: Bool) -> Action {
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

  /// The flip in flight has ended; `wantsMore` if an animation runs.
  ///
  /// Only valid in `awaitingFlip`; a late event changes nothing.
  public mutating func flipped(wantsMore: Bool) -> Action {
    guard case .awaitingFlip(let redrawNeeded) = phase else { return .nothing }
    phase = redrawNeeded || wantsMore ? .redrawQueued : .idle
    return phase == .redrawQueued ? .scheduleDraw : .nothing
  }

  /// The output was reconfigured, turned off or lost: nothing is in flight any more.
  public mutating func reset() {
    phase = .idle
  }
}
