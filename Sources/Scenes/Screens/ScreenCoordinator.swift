internal import Composition
internal import DisplayTypes
internal import ModeSelection
public import Presentation

/// Leads one connector from plug to light: what is due there, and in which mode.
///
/// It decides nothing itself: `ShownPictureDecision` says what is shown, `ModeSelector` which modes are tried, `ModeTrial` what
/// comes next. The scenes are on its `SceneStage`; the display thread does the work.
public final class ScreenCoordinator {
  /// A mode that is in force.
  struct Lit {
    var token: CommitToken
    var mode: ScreenMode
  }

  /// The candidates being tried, and the commit whose answer is waited for.
  struct Attempt {
    var trial: ModeTrial
    var token: CommitToken?
    /// What the screen shows in the candidate's mode already; nil where it is in another, or this daemon has lit it.
    var takeOver: TakeOver?
    /// What was laid out ahead for the candidate whose turn it is.
    var window: LaidOutWindow?
  }

  let id: ScreenID
  unowned let system: SceneSystem
  /// The display; nil while there is none.
  public internal(set) var screen: Screen?
  /// How it came to its mode and picture.
  public internal(set) var decision = ScreenDecision()
  var lit: Lit?
  /// When that mode was set.
  var litTime = MonotonicTime.zero
  var attempt: Attempt?
  /// What was tried when the mode in force was found, in order; empty where that is to be found anew.
  var settledModes: [ScreenMode] = []
  var linkLosses = LinkLosses()
  var linkBackoff = Backoff()
  /// The display has lost its link, or is another one, since the last modeset: the next is a full one.
  var sinkIsStale = true
  /// The daemon has lit this connector, or does not know what it shows.
  var mayBeLit = true
  /// What the screen shows, if anything, was there before the daemon, and on this display.
  var mayTakeOver = true
  /// The scenes on the screen.
  private(set) lazy var stage = SceneStage(coordinator: self, system: system)
  var isFrozen: Bool { frozenAt != nil }
  /// Since when the picture is held; nil while it goes on.
  var frozenAt: MonotonicTime?
  /// Whose scenes are held, those of a mirrored screen included.
  var heldSessions: [SceneSession] = []
  /// Names the layout that the attempt waits for.
  var layoutTicket = 0
  var recovery = StallRecovery()
  /// The turn-off whose end is waited for, and what is answered then.
  private var turningOff: (token: CommitToken, why: (reason: String, hint: String?))?
  /// The screen may be lit although it should not be: it could not be turned off.
  private var owesTurnOff = false
  private var modeBackoff = Backoff()
  /// The EDID of the display that just went, while its scene is kept.
  private(set) var departedSnapshot: ScreenSnapshot?
  /// The display whose scenes this one has taken over, until it has said who it is; see `keyScenes`.
  var former: FormerDisplay?

  /// Somebody has let the display in before it said who it is, which it has not done yet; see `SceneSystem.admit`.
  var isLetInUnnamed = false

  private var guessTimer: (any DisplayTimer)?
  var departureTimer: (any DisplayTimer)?
  var retryTimer: (any DisplayTimer)?
  var busyTimer: (any DisplayTimer)?
  var layoutTimer: (any DisplayTimer)?
  /// What is tried out; see `tryMode`.
  var confirmation = ModeConfirmation()
  var confirmTimer: (any DisplayTimer)?

  /// How long a display may take to tell its EDID before it is shown in a guessed mode.
  static let patienceForEDID: UInt64 = 1_000_000_000
  /// How long a scene outlives its display, in case that returns.
  static let departure: UInt64 = 1_500_000_000

  init(id: ScreenID, system: SceneSystem) {
    self.id = id
    self.system = system
    guessTimer = system.clock.makeTimer { [weak self] in self?.reconsider(completion: nil) }
    departureTimer = system.clock.makeTimer { [weak self] in self?.departureIsOver() }
    retryTimer = system.clock.makeTimer { [weak self] in self?.reconsider(completion: nil) }
    busyTimer = system.clock.makeTimer { [weak self] in self?.setAgain() }
    layoutTimer = system.clock.makeTimer { [weak self] in self?.layoutTookTooLong() }
    confirmTimer = system.clock.makeTimer { [weak self] in self?.confirmationTimeOver() }
  }

  func connected(_ snapshot: ScreenSnapshot) {
    let isSame = !snapshot.edid.isEmpty && snapshot.edid == departedSnapshot?.edid
    let source = isSame ? nil : system.standIn(for: snapshot, on: self)
    departureTimer?.disarm()
    endStandIn()
    stage.destroyed = []
    isLetInUnnamed = false
    if !isSame, source == nil {
      former = nil
      stage.leave(.unplug)
    }
    if !isSame { system.displayDidMove(snapshot, to: self, besides: source) }
    let screen = Screen(snapshot: snapshot, isMain: false)
    self.screen = screen
    for scene in stage.scenes { scene.screen = screen }
    if let source { takeOver(source) }
    followDisplay()
    stage.followConfiguration()
    decision = ScreenDecision()
    note("connected")
    sinkIsStale = true
    system.screenObservers.tell { $0.screenDidConnect(screen) }
    system.post(.screenDidConnect(snapshot))
    if snapshot.edidState == .guessed {
      guessTimer?.arm(at: system.clock.now.advanced(by: ScreenCoordinator.patienceForEDID))
    }
    reconsider(completion: nil)
  }

  func changed(_ snapshot: ScreenSnapshot) {
    guard let screen, !screen.isStandIn else { return connected(snapshot) }
    let old = screen.snapshot
    let oldIdentity = identity
    screen.snapshot = snapshot
    note("changed")
    if snapshot.edidState == .settled { guessTimer?.disarm() }
    if snapshot.isLinkBad { linkFailed() }
    if snapshot.isLinkBad || (old.edidState == .settled && snapshot.edidState == .settled && old.edid != snapshot.edid)
    {
      sinkIsStale = true
    }
    system.post(.screenModesDidChange(snapshot))
    if identity != oldIdentity {
      // Another display: what was said of the one before does not hold for it.
      if old.edidState == .settled {
        let others = system.connectorsTaken(by: oldIdentity, besides: screen.name)
        system.remember(oldIdentity, on: screen.name, taken: others) { _ in }
        mayTakeOver = false
        if attempt?.takeOver != nil { abandonAttempt() }
      }
      endConfirmation()
      endFreeze()
      stage.destroyed = []
      if !keepsScenes(after: old) { stage.leave(.unplug) }
      system.displayDidMove(snapshot, to: self)
      followDisplay()
    }
    takeOverStandIn()
    keyScenes()
    reconsider(completion: nil)
  }

  func disconnected() {
    guard let screen, !screen.isStandIn else { return }
    departedSnapshot = screen.snapshot
    rememberSeen()
    system.persist()
    let name = screen.name
    self.screen = nil
    mayTakeOver = false
    for timer in [guessTimer, retryTimer, layoutTimer, stage.contentRetryTimer] { timer?.disarm() }
    // What is the console's is left to it, unplugged too.
    let isOurs = decision.picture.shown != .untouched || lit != nil || isBeingSet || owesTurnOff
    abandonAttempt()
    stage.withdrawQuestion()
    system.layoutDidFail(id)
    endFreeze()
    endConfirmation()
    if isOurs { turnOff() }
    linkLosses = LinkLosses()
    linkBackoff.reset()
    recovery = StallRecovery()
    system.screenObservers.tell { $0.screenDidDisconnect(screen) }
    system.post(.screenDidDisconnect(name: name))
    stage.abandonTrials("the display was unplugged")
    stage.answer(.kept("the display was unplugged; it is shown when that returns"))
    departureTimer?.arm(at: system.clock.now.advanced(by: ScreenCoordinator.departure))
  }

  /// Whether that display was here a moment ago, and its scenes wait for it.
  ///
  /// A card that returns has other connectors of the same names.
  func isAway(_ snapshot: ScreenSnapshot) -> Bool {
    guard screen == nil, let departedSnapshot else { return false }
    return departedSnapshot.name == snapshot.name
      || !snapshot.identity.isUnknown && departedSnapshot.identity == snapshot.identity
  }

  /// The display does not return soon.
  func departed() {
    departureTimer?.disarm()
    endStandIn()
    stage.leave(.unplug)
    // Connectors come and go too: nothing is kept of one that nobody sees.
    if screen == nil { system.forget(self) }
    system.expireSessions()
  }

  func configurationDidChange() {
    stage.configurationDidChange()
    takeOverStandIn()
    reconsider(completion: nil)
  }

  func shutDown() {
    stage.leave(.shutdown)
    stage.abandonTrials("the daemon ends")
    stage.answer(.kept("the daemon ends"))
  }

  /// The scene that is on the screen; nil where the idle frame is, or nothing.
  ///
  /// Of several application scenes the first.
  public var shownScene: Scene? { stage.shownScenes.first }

  /// The last frame that somebody asked for, in the mode in force.
  public var lastPresented: FlipRecord? { stage.lastPresented }

  /// What is not right about the picture that is shown, as a sentence for the user; nil where all is well.
  public var contentWarning: String? { shownScene?.delegate.layoutWarning }

  /// The name of the screen whose picture is shown here; nil where it has its own.
  public var mirroredScreen: String? {
    lit == nil ? nil : stage.mirrorSource?.screen?.name
  }

  /// Whether the mode in force shows what is due in it: its first frame was flipped, or there is none but the one that came with it.
  public var hasShownFirstFrame: Bool {
    guard lit != nil, attempt == nil else { return false }
    return lastPresented != nil || isFrozen || stage.current?.trouble.hasFailed == true
  }

  /// Whether a display is still given time to tell its EDID.
  var isWaitingForEDID: Bool {
    guard screen?.isGuessed == true, lit == nil, let connected = decision.steps.first else { return false }
    return system.clock.now.nanoseconds(since: connected.time) < ScreenCoordinator.patienceForEDID
  }

  /// Looks anew at what is due, and does what that needs.
  ///
  /// The completion is called once, with the frame that shows it.
  func reconsider(completion: ((PictureOutcome) -> Void)?) {
    if let completion { stage.completions.append(completion) }
    guard let screen else { return stage.answer(.kept("no display is connected there; it is shown when one is")) }
    decide(for: screen)
    switch decision.picture.shown {
    case .untouched:
      // Lit under an earlier configuration: from here on it is the console's.
      let isOurs = lit != nil || isBeingSet || owesTurnOff
      abandonAttempt()
      stage.leave(.support)
      if isOurs { turnOff() }
      answerWhenDark()
    case .dark(let cause):
      abandonAttempt()
      switch cause {
      case .power: stage.goDark()
      case .schedule:
        stage.goDark()
        chooseInTheDark(screen)
      case .use: stage.leave(.support)
      case .support: stage.release()
      }
      turnOff()
      answerWhenDark()
    case .scene, .applications, .masked, .black, .mirror, .idle:
      if isWaitingForEDID || stage.awaitsAnswer() || stage.connectInTheDark() { return }
      beginTrial(screen)
    }
  }

  /// Every candidate was refused: again later, since what failed once may work when the display has settled.
  func retryLater() {
    retryTimer?.arm(at: system.clock.now.advanced(by: modeBackoff.next()))
  }

  func succeeded() {
    modeBackoff.reset()
    retryTimer?.disarm()
  }

  func turnOff() {
    guard lit != nil || mayBeLit else { return }
    lit = nil
    mayBeLit = false
    stage.lightDidChange()
    let hadMode = screen?.currentMode != nil
    screen?.currentMode = nil
    screen?.geometry = nil
    if !isStandIn {
      let token = system.nextToken()
      turningOff = (token, ("the screen is dark", nil))
      owesTurnOff = false
      system.outlets.command(.turnOff(id, token))
    }
    system.pictureDidChange(on: stage)
    if hadMode, let screen {
      if !screen.isStandIn { system.screenObservers.tell { $0.screenModeDidChange(screen) } }
      system.post(.screenModeDidChange(name: screen.name, mode: nil))
    }
  }

  func turnedOff(_ token: CommitToken, _ result: Result<CommitOutcome, DisplayError>) {
    guard let turningOff, turningOff.token == token else { return }
    self.turningOff = nil
    guard let screen else { return }
    // Where it is being lit again, those who wait are answered with its picture.
    let staysDark = decision.picture.isDark
    switch result {
    case .success:
      if staysDark { stage.answer(.kept(turningOff.why.reason, hint: turningOff.why.hint)) }
    case .failure(let error):
      mayBeLit = true
      system.post(.trouble(screen: screen.name, message: "the screen could not be turned off: \(error)"))
      guard staysDark else { return }
      owesTurnOff = true
      stage.answer(.failed(.notNow("\(screen.name) could not be turned off: \(error); it is tried again")))
      retryLater()
    }
  }

  /// Why no app's scene is shown, and what to do about it at the command line.
  public var whyNothingIsShown: (reason: String, hint: String?) {
    let name = screen?.name ?? "the screen"
    let reason = decision.picture.reasons.last?.text ?? "nothing was decided yet"
    return switch decision.picture.shown {
    case .dark(.power):
      ("\(name) is dark, since it was turned off", "\"marqueectl power \(name) on\" turns it on again")
    case .dark(.schedule(let app, _)):
      (
        "\(name) is dark, since the schedule that \(app) shows there has switched the power off; it returns when the schedule says so, "
          + "or when something else is shown", "\"marqueectl power \(name) on\" turns it on until then"
      )
    case .dark(.support):
      ("\(name) is dark, since \(reason)", "\"marqueectl support \(name) on\" shows scenes on it again")
    case .dark(.use): ("\(name) is dark: \(reason)", nil)
    case .applications(let app):
      ("\(name) shows the application scenes of \(app), each with content of its own: name one by its session", nil)
    case .masked(let app): ("\(app) is private, so that \(name) shows a placeholder for it", nil)
    case .untouched, .scene, .black, .mirror, .idle: ("no app shows anything on \(name): \(reason)", nil)
    }
  }

  /// Answers those who wait once the screen is dark, which it may be already.
  func answerWhenDark() {
    let why = whyNothingIsShown
    guard turningOff != nil else { return stage.answer(.kept(why.reason, hint: why.hint)) }
    turningOff?.why = why
  }

  func note(_ step: String) {
    decision.steps.append(ScreenDecision.Step(name: step, time: system.clock.now))
    // Of a display that is probed and retried for days, the beginning and the latest count.
    if decision.steps.count > 64 { decision.steps.remove(at: 32) }
  }
}
