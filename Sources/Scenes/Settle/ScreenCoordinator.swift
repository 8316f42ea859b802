internal import Composition
package import ContentModel
public import DisplayTypes
package import Presentation

/// Leads one connector from plug to picture. `ShownPictureDecision` decides the picture, `ModeSelector` the order of modes, and `ModeTrial`
/// the next step. `ScreenScenes` has the scenes. The display thread draws and commits. Belongs to the main thread. The system makes and
/// keeps it.
public final class ScreenCoordinator {
  let id: ScreenID
  unowned let system: SceneSystem
  package internal(set) var screen: Screen?
  package internal(set) var decision = ScreenDecision()
  private(set) lazy var modeSetting = ModeSetting(self)
  private(set) lazy var screenScenes = ScreenScenes(coordinator: self, system: system)
  var isFrozen: Bool { frozenAt != nil }
  /// The time from which the picture is held; nil while it is not held.
  var frozenAt: MonotonicTime?
  /// The held scenes, including those of a mirrored screen.
  var heldSessions: [SceneSession] = []
  /// The scenes without a display.
  private(set) lazy var standIn = StandIn(self)

  /// Whether a user has admitted the display before its EDID came; see `SceneSystem.admit`.
  var isAdmittedUnnamed = false

  private var guessTimer: (any DisplayTimer)?
  /// The mode on trial; see `tryMode`.
  var confirmation = ModeConfirmation()
  var confirmTimer: (any DisplayTimer)?

  /// The time in nanoseconds to wait for an EDID. If the EDID comes later, the display has a guessed mode by then.
  static let patienceForEDID: UInt64 = 1_000_000_000

  var lit: ModeSetting.Lit? { modeSetting.lit }
  var attempt: ModeSetting.Attempt? { modeSetting.attempt }

  init(id: ScreenID, system: SceneSystem) {
    self.id = id
    self.system = system
    guessTimer = system.makeTimer { [weak self] in self?.reconsider() }
    confirmTimer = system.makeTimer { [weak self] in self?.confirmationTimeOver() }
  }

  func connected(_ snapshot: ScreenSnapshot) {
    let isSame = !snapshot.edid.isEmpty && snapshot.edid == standIn.departed?.edid
    let source = isSame ? nil : system.relations.standIn(for: snapshot, on: self)
    standIn.displayReturns()
    screenScenes.destroyed = []
    isAdmittedUnnamed = false
    if !isSame, source == nil {
      standIn.former = nil
      screenScenes.leave(.unplug)
    }
    if !isSame { standIn.endOtherWaits(for: snapshot, besides: source) }
    let screen = Screen(snapshot: snapshot, isMain: false)
    self.screen = screen
    for scene in screenScenes.scenes { scene.screen = screen }
    if let source { standIn.takeOver(source) }
    followDisplay()
    screenScenes.followConfiguration()
    decision = ScreenDecision()
    note("connected")
    modeSetting.sinkIsStale = true
    system.notifyObservers { $0.screenDidConnect(screen) }
    system.post(.screenDidConnect(snapshot))
    if snapshot.edidState == .guessed {
      guessTimer?.arm(at: system.clock.now.advanced(by: ScreenCoordinator.patienceForEDID))
    }
    reconsider()
  }

  func changed(_ snapshot: ScreenSnapshot) {
    guard let screen, !screen.isStandIn else { return connected(snapshot) }
    let old = screen.snapshot
    let oldIdentity = identity
    screen.snapshot = snapshot
    note("changed")
    if snapshot.edidState == .settled { guessTimer?.disarm() }
    if snapshot.isLinkBad { modeSetting.linkFailed() }
    if snapshot.isLinkBad || (old.edidState == .settled && snapshot.edidState == .settled && old.edid != snapshot.edid)
    {
      modeSetting.sinkIsStale = true
    }
    system.post(.screenModesDidChange(snapshot))
    if identity != oldIdentity {
      // The choices for the former display do not apply to another display.
      if old.edidState == .settled {
        let others = system.relations.connectorsTaken(by: oldIdentity, besides: screen.name)
        system.remember(oldIdentity, on: screen.name, taken: others) { _ in }
        modeSetting.takeOverIsForbidden()
      }
      endConfirmation()
      endFreeze()
      screenScenes.destroyed = []
      if !standIn.keepsScenes(after: old) { screenScenes.leave(.unplug) }
      standIn.endOtherWaits(for: snapshot)
      followDisplay()
    }
    standIn.takeOverStandIn()
    standIn.keyScenes()
    reconsider()
  }

  func disconnected() {
    guard let screen, !screen.isStandIn else { return }
    rememberSeen()
    let name = screen.name
    self.screen = nil
    for timer in [guessTimer, screenScenes.contentRetryTimer] { timer?.disarm() }
    // A console's screen stays untouched, even without a display.
    let isOurs = decision.picture.shown != .untouched || modeSetting.isOurs
    modeSetting.displayHasGone()
    screenScenes.inquiry.withdraw()
    system.presenter.layoutDidFail(id)
    endFreeze()
    endConfirmation()
    if isOurs { modeSetting.turnOff() }
    system.notifyObservers { $0.screenDidDisconnect(screen) }
    system.post(.screenDidDisconnect(name: name))
    screenScenes.content.abandonTrials("the display was unplugged")
    screenScenes.presentation.answer(.kept("the display was unplugged; the change is shown when it returns"))
    standIn.displayHasGone(screen.snapshot)
  }

  func configurationDidChange() {
    screenScenes.upcoming = nil
    screenScenes.followConfiguration()
    standIn.takeOverStandIn()
    reconsider()
  }

  func shutDown() {
    screenScenes.leave(.shutdown)
    screenScenes.content.abandonTrials(SettlePass.endedReason)
    screenScenes.presentation.answer(.kept(SettlePass.endedReason))
  }

  /// The first scene on the screen; nil for the idle frame, or none.
  package var shownScene: Scene? { screenScenes.shownScenes.first }

  package var lastPresented: FlipRecord? { screenScenes.presentation.lastPresented }

  /// A sentence about a problem of the shown picture; nil without a problem.
  package var contentWarning: String? { shownScene?.delegate.layoutWarning }

  /// The name of the mirrored screen; nil without one.
  package var mirroredScreen: String? { lit == nil ? nil : screenScenes.presentation.mirrorSource?.screen?.name }

  /// Whether the mode in force shows its first frame, or no frame can come.
  package var hasShownFirstFrame: Bool {
    guard lit != nil, attempt == nil else { return false }
    return lastPresented != nil || isFrozen || screenScenes.current?.layout.trouble.hasFailed == true
  }

  var isWaitingForEDID: Bool {
    guard screen?.isGuessed == true, lit == nil, let connected = decision.steps.first else { return false }
    return system.clock.now.nanoseconds(since: connected.time) < ScreenCoordinator.patienceForEDID
  }

  /// Marks the decision. The completion is called once, with the frame that shows it.
  ///
  /// - Parameter unchanged: It is called instead if the picture stays as it is, without a frame.
  func reconsider(completion: ((PictureOutcome) -> Void)? = nil, unchanged: (() -> Void)? = nil) {
    if let completion { screenScenes.presentation.add(completion, unchanged) }
    mark(.decision)
  }

  func mark(_ marks: ScreenMarks) { system.pass.mark(self, marks) }

  func decideAgain() {
    guard screen != nil else {
      return screenScenes.presentation.answer(.kept("no display is connected there; the change is shown when one is"))
    }
    decide()
    if !isWaitingForEDID { screenScenes.makeDueSessions() }
    keepSeenMode()
    mark(.mode)
  }

  func perform(_ step: ScreenMarks) {
    switch step {
    case .mode: followDecision()
    case .ahead: modeSetting.layOutCandidate()
    case .cover: screenScenes.coverDidChange()
    case .scenes: screenScenes.bringScenes()
    case .layout: screenScenes.layOut()
    case .picture: screenScenes.presentation.presentDue()
    default: break
    }
  }

  /// Performs the decision. If scenes must leave first, the pass returns here after each of them.
  private func followDecision() {
    guard let screen else { return }
    switch decision.picture.shown {
    case .untouched:
      // The screen was lit under an earlier configuration. It belongs to the console from now on.
      let isOurs = modeSetting.isOurs
      if screenScenes.leave(.support) { return mark(.mode) }
      modeSetting.abandonAttempt()
      if isOurs { modeSetting.turnOff() }
      modeSetting.answerWhenDark()
    case .dark(let cause):
      modeSetting.abandonAttempt()
      let isLeaving =
        switch cause {
        case .power, .schedule: screenScenes.goDark()
        case .use: screenScenes.leave(.support)
        case .support: screenScenes.release()
        }
      if isLeaving { return mark(.mode) }
      if case .schedule = cause { modeSetting.chooseInTheDark(screen) }
      modeSetting.turnOff()
      modeSetting.answerWhenDark()
    case .scene, .applications, .masked, .black, .mirror, .idle:
      if isWaitingForEDID || screenScenes.inquiry.awaitsAnswer(on: screenScenes) || system.pass.isUndecided(self)
        || screenScenes.connectInTheDark()
      {
        return
      }
      modeSetting.beginTrial(screen)
    }
  }

  /// Records the mode of a display without a recorded mode; the display is not new any more.
  private func keepSeenMode() {
    guard let lit, attempt == nil, decision.winner?.source != .trialChoice, facts.record?.mode == nil, facts.isBeingSeen
    else {
      return
    }
    remember { $0.mode = lit.mode }
  }

  /// The reason why the screen shows no app's scene, and a hint for the command line.
  package var whyNothingIsShown: (reason: String, hint: String?) {
    decision.picture.whyNothingIsShown(on: screen?.name ?? "the screen")
  }

  func note(_ step: String) {
    decision.steps.append(ScreenDecision.Step(name: step, time: system.clock.now))
    // A display may be probed and retried for days, so keep the first and the newest steps.
    if decision.steps.count > 64 { decision.steps.remove(at: 32) }
  }
}

extension ScreenCoordinator {
  /// Chooses a mode, which stays with the display until another choice. Throws if no mode matches the wish.
  ///
  /// - Parameters:
  ///   - wish: The mode.
  ///   - completion: Called once on the main thread, with the first frame in the mode, or with the reason if none comes.
  public func setMode(_ wish: ModeWish, completion: @escaping (PictureOutcome) -> Void) throws(SceneError) {
    try system.pass.checkRunning()
    try check(wish)
    endConfirmation()
    modeSetting.forgetTrials()
    choose({ $0.mode = wish }, completion: completion)
  }

  /// Throws if no mode of the display matches a wish.
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

  /// Forgets the run-time choices of mode, transform, scale, overscan, volume, foreground app, support and mirror.
  package func reset(completion: @escaping (PictureOutcome) -> Void) {
    endConfirmation()
    modeSetting.forgetTrials()
    choose(
      {
        $0.mode = nil
        $0.transform = nil
        $0.scale = nil
        $0.overscan = nil
        $0.volume = nil
        $0.foregroundApp = nil
        $0.support = nil
        $0.mirror = nil
      }, completion: completion)
  }

  /// Switches the screen's power; stored with the display.
  package func setPower(_ isOn: Bool, completion: @escaping (PictureOutcome) -> Void) {
    choose(
      {
        $0.isPoweredOff = !isOn
        if !isOn { $0.onUntil = nil }
      }, completion: underAlarm(completion))
  }

  /// The time before which schedules do not switch the signal off; it may be over.
  package var onUntil: WallTime? { choices.onUntil }

  /// Covers the picture with black; the mode stays.
  package func setBlank(_ isBlank: Bool, completion: @escaping (PictureOutcome) -> Void) {
    choose({ $0.isBlank = isBlank }, completion: underAlarm(completion))
  }

  private func underAlarm(_ completion: @escaping (PictureOutcome) -> Void) -> (PictureOutcome) -> Void {
    return { [weak self] outcome in
      let isCovered = self?.decision.picture.isAlarm == true
      completion(isCovered ? outcome.unseen("an alarm covers the screen; the change is seen after it") : outcome)
    }
  }

  /// Holds the picture until it is released or an alarm comes, and at most until an unplug or the end of the daemon.
  package func setFrozen(_ isFrozen: Bool, completion: @escaping (PictureOutcome) -> Void) {
    let name = screen?.name ?? "the screen"
    guard isFrozen != self.isFrozen else {
      return completion(.kept("nothing changes: \(name) is \(isFrozen ? "" : "not ")frozen already"))
    }
    if isStandIn { return completion(.failed(.notNow("the picture was not frozen: no display is connected"))) }
    if isFrozen, decision.picture.isAlarm {
      return completion(
        .failed(.notNow("the picture was not frozen: an alarm covers the screen; try again after the alarm")))
    }
    system.pass.input {
      frozenAt = isFrozen ? system.clock.now : nil
      heldSessions =
        isFrozen ? screenScenes.presentation.seenScenes.map(\.session).filter { !hasBecomePrivate($0) } : []
      system.pass.command(.freeze(id, isFrozen))
      guard isFrozen else { return reconsider(completion: completion) }
      // The picture stays, so that only its cover is decided.
      decide()
      mark(.cover)
      system.pass.answer { completion(.kept("\(name) is frozen: its picture is held")) }
    }
  }

  /// Ends the hold, because a picture is held on one connected display only.
  func endFreeze() {
    guard isFrozen else { return }
    frozenAt = nil
    heldSessions = []
    system.pass.command(.freeze(id, false))
  }

  /// Whether a held picture has become private; mirrors and screenshots of a main screen would show it.
  var holdsPrivate: Bool { heldSessions.contains(where: hasBecomePrivate) }

  private func hasBecomePrivate(_ session: SceneSession) -> Bool {
    // The picture of an app that no longer exists stays.
    guard let app = system.app(session.app) else { return false }
    return system.isPrivate(session) || session.role == role && facts.configuration(of: app)?.isPrivate == true
  }

  /// The app whose content `show` sets.
  package var appOfContent: String? { screenScenes.content.appOfContent }

  /// The session whose content `show` sets; nil under a cover.
  package var sessionOfContent: SceneSession? { screenScenes.content.sessionOfContent }

  /// The foreground app's session under a cover; nil without a cover.
  package var coveredSession: SceneSession? { screenScenes.content.coveredSession }

  /// The reason why the content is not visible; nil if it is.
  package var whyContentIsUnseen: String? { screenScenes.content.whyContentIsUnseen }

  /// Sets the content of the scene that is due; nil returns to the configuration. Content without a duration is stored. A duration begins
  /// with the first frame.
  package func show(
    _ content: ContentDescription?, isConfined: Bool = false, for duration: UInt64? = nil,
    completion: @escaping (PictureOutcome) -> Void
  ) throws(SceneError) {
    let chosen = content.map { ChosenContent($0, isConfined: isConfined) }
    try system.pass.input { () throws(SceneError) in
      try screenScenes.content.setContent(chosen, for: duration, completion: completion)
    }
  }

  /// Reads the picture on the screen.
  package func capture(completion: @escaping (PictureOutcome) -> Void) throws(SceneError) {
    guard lit != nil, let screen else { throw .notNow("the screen is dark: there is nothing to read") }
    guard !screen.isStandIn else { throw .notNow("no display is connected: \(screen.name) is a stand-in") }
    guard attempt == nil else { throw .notNow("\(screen.name) is getting another mode; try again") }
    system.pass.input(isPicture: true) {
      let request = system.requests.add { [pass = system.pass] outcome in pass.answer { completion(outcome) } }
      system.pass.command(.capture(id, request))
    }
  }

  /// A copy of the current picture, masked, which can be drawn elsewhere without work for the display.
  package func copyOfPicture() throws(SceneError) -> ShownCopy {
    guard lit != nil, let geometry = screen?.geometry, let shown = screenScenes.presentation.shownTree else {
      throw .notNow("the screen is dark: there is nothing to draw")
    }
    return ShownCopy(
      tree: shown.tree.masked(), size: shown.size, geometry: geometry, time: frozenAt ?? system.clock.now)
  }

  /// Changes the choices for the display; stored with it.
  package func choose(_ body: (inout RuntimeChoices) -> Void, completion: @escaping (PictureOutcome) -> Void) {
    system.pass.input {
      remember { body(&$0.choices) }
      reconsider(completion: completion)
    }
  }
}
