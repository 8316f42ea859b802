internal import Composition
internal import DisplayTypes
internal import Presentation

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
      reconsider(completion: nil)
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
      stage.goDark()
      turnOff()
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
    reconsider(completion: nil)
  }
}
