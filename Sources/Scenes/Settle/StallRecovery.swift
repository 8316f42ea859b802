internal import Composition
public import DisplayTypes
internal import Presentation

/// What is done when a screen's flips stand still: more each time, and at last it rests ever longer between two tries.
///
/// Pure.
public nonisolated struct StallRecovery: Hashable, Sendable {
  /// What to do.
  public enum Step: Hashable, Sendable {
    /// Set the same mode again.
    case modeset
    /// Turn the screen off and on.
    case powerCycle
    /// Turn it off, and on again after so many nanoseconds.
    case rest(UInt64)
  }

  /// Stalls that are close together; it begins anew after a minute without one.
  public private(set) var count = 0
  /// The last stall, or the end of the rest that followed it.
  private var last = MonotonicTime.zero
  private var backoff = Backoff()

  /// Starts with nothing tried.
  public init() {}

  /// The flips stand still.
  public mutating func stalled(now: MonotonicTime) -> Step {
    if now.nanoseconds(since: last) > 60_000_000_000 { self = StallRecovery() }
    last = now
    count += 1
    switch count {
    case 1, 2: return .modeset
    case 3, 4: return .powerCycle
    default:
      let pause = backoff.next()
      last = now.advanced(by: pause)
      return .rest(pause)
    }
  }

  /// Whether nothing has helped: it rests, or has not run for long enough since.
  public func isHopeless(now: MonotonicTime) -> Bool {
    count >= 5 && now.nanoseconds(since: last) < 5_000_000_000
  }
}

extension ScreenCoordinator {
  /// The flips stand still.
  ///
  /// The daemon ends only where no other screen gets on either: one screen's trouble takes no picture from another.
  func stalled(_ token: CommitToken) {
    guard let lit, lit.token == token, let screen else { return }
    let step = recovery.stalled(now: system.clock.now)
    sinkIsStale = true
    let what = "its flips stand still (\(recovery.count))"
    switch step {
    case .modeset:
      system.post(.trouble(screen: screen.name, message: "\(what): its mode is set again"))
      reconsider()
    case .powerCycle:
      system.post(.trouble(screen: screen.name, message: "\(what): it is turned off and on"))
      relight()
    case .rest(let pause):
      if system.isHopeless {
        return system.outlets.giveUp("the flips on \(screen.name) stand still and nothing helped")
      }
      let message = "\(what) and nothing has helped: it is dark, and tried again in \(pause / 1_000_000_000) s"
      system.post(.trouble(screen: screen.name, message: message))
      abandonAttempt()
      turnOff()
      mark(.scenes)
      stage.answer(.failed(.notNow("\(screen.name): \(message)")))
      retryTimer?.arm(at: system.clock.now.advanced(by: pause))
      system.proveFlips(besides: self)
    }
  }

  /// Whether the screen is lit, or about to be.
  var isActive: Bool { !isStandIn && (lit != nil || attempt != nil) }

  /// Whether its flips stand still and nothing has helped.
  var isHopeless: Bool { recovery.isHopeless(now: system.clock.now) }

  /// Turns the screen off and on: the only way to a modeset that the kernel does not leave out for being no change.
  func relight() {
    guard isActive else { return }
    sinkIsStale = true
    abandonAttempt()
    turnOff()
    reconsider()
  }
}
