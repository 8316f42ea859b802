internal import Composition
public import DisplayTypes
public import ModeSelection
internal import Presentation

extension ScreenCoordinator {
  /// Chooses a mode; kept until `reset`.
  ///
  /// A wish that no mode answers is refused.
  public func setMode(_ wish: ModeWish, completion: @escaping (PictureOutcome) -> Void) throws(SceneError) {
    try check(wish)
    endConfirmation()
    forgetTrials()
    choose({ $0.mode = wish }, completion)
  }

  /// Throws where no mode of the display answers a wish.
  func check(_ wish: ModeWish) throws(SceneError) {
    guard let screen else { throw .notNow("no display is connected there") }
    if case .applications(let app) = decision.picture.shown {
      throw .notNow(
        "\(screen.name) shows application scenes of \(app), which stay in the mode that it has: put them on another display "
          + "or another app in the foreground, then choose the mode")
    }
    guard !ModeSelector.modes(for: wish, in: screen.availableModes).isEmpty else {
      throw .noSuchMode(
        screen: screen.name, mode: "\(wish)", near: ModeSelector.nearest(to: "\(wish)", in: screen.availableModes))
    }
  }

  /// Turns the picture; kept.
  public func setTransform(_ transform: Transform, completion: @escaping (PictureOutcome) -> Void) {
    choose({ $0.transform = transform }, completion)
  }

  /// Sets the pixels a point; nil follows the configuration or the display.
  ///
  /// Kept.
  public func setScale(_ scale: Double?, completion: @escaping (PictureOutcome) -> Void) {
    choose({ $0.scale = scale }, completion)
  }

  /// Moves the picture's edges inwards; kept.
  public func setOverscan(_ overscan: OverscanInsets, completion: @escaping (PictureOutcome) -> Void) {
    choose({ $0.overscan = overscan }, completion)
  }

  /// Forgets mode, transform, scale, overscan, foreground app, support and mirror that were chosen for this screen at run time.
  public func reset(completion: @escaping (PictureOutcome) -> Void) {
    endConfirmation()
    forgetTrials()
    // Who mirrors it, or was about to, may be in a ring with it now.
    system.lookingAtMirrors {
      choose(
        {
          $0.mode = nil
          $0.transform = nil
          $0.scale = nil
          $0.overscan = nil
          $0.foregroundApp = nil
          $0.support = nil
          $0.mirror = nil
        }, completion)
    }
  }

  /// Turns the signal on or off; kept with the display, through the reconnects that this causes.
  public func setPower(_ isOn: Bool, completion: @escaping (PictureOutcome) -> Void) {
    choose(
      {
        $0.isPoweredOff = !isOn
        if !isOn { $0.onUntil = nil }
      }, completion)
  }

  /// Has schedules not switch the signal off before a time; kept with the display, until `show` or until the signal is turned off.
  public func keepOn(until time: WallTime, completion: @escaping (PictureOutcome) -> Void) {
    choose({ $0.onUntil = time }, completion)
  }

  /// Until when schedules do not switch the signal off, if that was chosen; it may be over.
  public var onUntil: WallTime? { choices.onUntil }

  /// Shows black, or the picture again; the mode stays.
  public func setBlank(_ isBlank: Bool, completion: @escaping (PictureOutcome) -> Void) {
    choose({ $0.isBlank = isBlank }) { [weak self] outcome in
      let isCovered = self?.decision.picture.isAlarm == true
      completion(isCovered ? outcome.unseen("an alarm covers the screen; it is so when that ends") : outcome)
    }
  }

  /// Holds the picture, or lets it go on.
  ///
  /// Not kept: it ends when the display is unplugged, when an alarm is shown, and with the daemon.
  public func setFrozen(_ isFrozen: Bool, completion: @escaping (PictureOutcome) -> Void) {
    guard isFrozen != self.isFrozen else { return completion(.kept("it is so already")) }
    if isStandIn { return completion(.failed(.notNow("nothing is held: no display is connected"))) }
    if isFrozen, decision.picture.isAlarm {
      return completion(.failed(.notNow("nothing is held: an alarm covers the screen; try again when it is over")))
    }
    frozenAt = isFrozen ? system.clock.now : nil
    heldSessions = isFrozen ? stage.seenScenes.map(\.session).filter { !hasBecomePrivate($0) } : []
    system.outlets.command(.freeze(id, isFrozen))
    guard isFrozen else { return reconsider(completion: completion) }
    if let screen {
      decide(for: screen)
      stage.coverDidChange()
    }
    completion(.kept("the picture is held"))
  }

  /// A picture is held on one display only, as long as that is there.
  func endFreeze() {
    guard isFrozen else { return }
    frozenAt = nil
    heldSessions = []
    system.outlets.command(.freeze(id, false))
  }

  /// Whether something is held that has become private since, and is not masked: on a main screen mirrors and screenshots would show it.
  var holdsPrivate: Bool { heldSessions.contains(where: hasBecomePrivate) }

  private func hasBecomePrivate(_ session: SceneSession) -> Bool {
    // What an app showed that has gone since stays as it was.
    guard let app = system.app(session.app) else { return false }
    return system.isPrivate(session) || session.role == role && configuration(of: app)?.isPrivate == true
  }

  /// The app whose scene's content `show` sets here; nil where there is none.
  public var appOfContent: String? { stage.appOfContent }

  /// The session whose content `show` sets here; nil where there is none, or something else covers it.
  public var sessionOfContent: SceneSession? { stage.sessionOfContent }

  /// The session of the foreground app that something else covers; nil where nothing does, or it has none yet.
  public var coveredSession: SceneSession? { stage.coveredSession }

  /// Why that content is not seen, whatever it shows; nil where it is.
  public var whyContentIsUnseen: String? { stage.whyContentIsUnseen }

  /// Sets what the scene shows, instead of what is configured; nil goes back to that.
  ///
  /// Kept, but where it is for a time only, which begins once it is shown.
  public func show(
    _ content: ContentDescription?, for duration: UInt64? = nil, completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    try stage.setContent(content, for: duration, completion: completion)
  }

  /// Reads the picture that is on the screen.
  public func capture(completion: @escaping (PictureOutcome) -> Void) throws(SceneError) {
    guard lit != nil, let screen else { throw .notNow("the screen is dark: there is nothing to read") }
    guard !screen.isStandIn else { throw .notNow("no display is connected: \(screen.name) is a stand-in") }
    guard attempt == nil else { throw .notNow("\(screen.name) is getting another mode; try again") }
    system.outlets.command(.capture(id, system.requests.add(completion)))
  }

  /// What is shown now, as others may see it, to be drawn again elsewhere: no work for the display.
  public func copyOfPicture() throws(SceneError) -> ShownCopy {
    guard lit != nil, let geometry = screen?.geometry, let shown = stage.shownTree else {
      throw .notNow("the screen is dark: there is nothing to draw")
    }
    return ShownCopy(
      tree: shown.tree.masked(), size: shown.size, geometry: geometry, time: frozenAt ?? system.clock.now)
  }

  func chooseForeground(_ app: String) {
    guard screen != nil else { return }
    stage.destroyed.remove(app)
    remember { $0.choices.foregroundApp = app }
  }

  /// Somebody asks for a mode: what was refused before may be tried again.
  func forgetTrials() {
    settledModes = []
    linkLosses = LinkLosses()
    linkBackoff.reset()
  }

  func choose(_ body: (inout RuntimeChoices) -> Void, _ completion: @escaping (PictureOutcome) -> Void) {
    remember { body(&$0.choices) }
    system.persist()
    reconsider(completion: completion)
  }
}
