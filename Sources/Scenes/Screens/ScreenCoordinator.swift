internal import Composition
internal import DisplayTypes
internal import ModeSelection
public import Presentation

/// Leads one connector from plug to picture: what is due there, in which mode, and the scene that shows it.
///
/// It decides nothing itself: `ShownPictureDecision` says what is shown, `ModeSelector` which modes are tried, `ModeTrial` what
/// comes next. The display thread does the work.
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
    /// The picture that the modeset carries.
    var tree: LayerTree
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
  var scene: Scene?
  /// Connected scenes that are not shown: their delegates attached no window, or took it away.
  var backgroundScenes: [Scene] = []
  var isFrozen = false
  /// Those who wait for the next picture.
  var completions: [(PictureOutcome) -> Void] = []
  var layoutTicket = 0
  var prepared: PreparedFrame?
  /// What was handed to the display thread last, and the points it was laid out for; nil while the screen is dark.
  var shownTree: (LayerTree, PointSize)?
  /// What the window's tree was laid out from; the same again needs no layout.
  var laidOutContent: LaidOutContent?
  /// The delegate that prepares a scene before it is connected.
  var pendingDelegate: (any SceneDelegate)?
  var owesFirstFrameEvent = false
  /// The last frame that somebody asked for, in the mode in force.
  public internal(set) var lastPresented: FlipRecord?
  var recovery = StallRecovery()
  var contentTrouble = ContentTrouble()
  var toldWarning: String?
  /// The turn-off whose end is waited for, and what is answered then.
  private var turningOff: (token: CommitToken, note: String)?
  /// The screen may be lit although it should not be: it could not be turned off.
  private var owesTurnOff = false
  private var modeBackoff = Backoff()
  /// The EDID of the display that just went, while its scene is kept.
  private var departedEDID: [UInt8] = []

  private var guessTimer: (any DisplayTimer)?
  private var departureTimer: (any DisplayTimer)?
  var retryTimer: (any DisplayTimer)?
  var busyTimer: (any DisplayTimer)?
  var layoutTimer: (any DisplayTimer)?
  var contentTimer: (any DisplayTimer)?
  var contentRetryTimer: (any DisplayTimer)?

  /// How long a display may take to tell its EDID before it is shown in a guessed mode.
  static let patienceForEDID: UInt64 = 1_000_000_000
  /// How long a scene outlives its display, in case that returns.
  static let departure: UInt64 = 1_500_000_000

  init(id: ScreenID, system: SceneSystem) {
    self.id = id
    self.system = system
    guessTimer = system.clock.makeTimer { [weak self] in self?.reconsider(completion: nil) }
    departureTimer = system.clock.makeTimer { [weak self] in self?.departed() }
    retryTimer = system.clock.makeTimer { [weak self] in self?.reconsider(completion: nil) }
    busyTimer = system.clock.makeTimer { [weak self] in self?.setAgain() }
    layoutTimer = system.clock.makeTimer { [weak self] in self?.layoutTookTooLong() }
    contentRetryTimer = system.clock.makeTimer { [weak self] in self?.layOutAgain() }
    contentTimer = system.clock.makeTimer { [weak self] in self?.temporaryContentEnded() }
  }

  func connected(_ snapshot: ScreenSnapshot) {
    let isSame = !snapshot.edid.isEmpty && snapshot.edid == departedEDID
    departureTimer?.disarm()
    if !isSame { endScenes(.unplug) }
    let screen = Screen(snapshot: snapshot, isMain: false)
    self.screen = screen
    for scene in backgroundScenes + (scene.map { [$0] } ?? []) { scene.screen = screen }
    decision = ScreenDecision()
    note("connected")
    sinkIsStale = true
    system.post(.screenDidConnect(snapshot))
    if snapshot.edidState == .guessed {
      guessTimer?.arm(at: system.clock.now.advanced(by: ScreenCoordinator.patienceForEDID))
    }
    reconsider(completion: nil)
  }

  func changed(_ snapshot: ScreenSnapshot) {
    guard let screen else { return connected(snapshot) }
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
    if identity != oldIdentity { endScenes(.unplug) }
    reconsider(completion: nil)
  }

  func disconnected() {
    guard let screen else { return }
    departedEDID = screen.snapshot.edid
    let name = screen.name
    self.screen = nil
    for timer in [guessTimer, retryTimer, layoutTimer, contentRetryTimer] { timer?.disarm() }
    // What is the console's is left to it, unplugged too.
    let isOurs = decision.picture.shown != .untouched || lit != nil || isBeingSet || owesTurnOff
    abandonAttempt()
    endFreeze()
    if isOurs { turnOff() }
    linkLosses = LinkLosses()
    linkBackoff.reset()
    recovery = StallRecovery()
    system.post(.screenDidDisconnect(name: name))
    answer(.kept("the display was unplugged; it is shown when that returns"))
    departureTimer?.arm(at: system.clock.now.advanced(by: ScreenCoordinator.departure))
  }

  /// The display does not return soon.
  private func departed() {
    endScenes(.unplug)
    // Connectors come and go too: nothing is kept of one that nobody sees.
    if screen == nil { system.forget(self) }
  }

  func configurationDidChange() {
    // They are asked anew.
    endBackgroundScenes(.foreground) { _ in true }
    if let scene, system.apps.first(where: { $0.name == scene.session.app }) == nil { endScene(.foreground) }
    reconsider(completion: nil)
  }

  func shutDown() {
    endScenes(.shutdown)
    answer(.kept("the daemon ends"))
  }

  /// The scene that is on the screen; nil where the idle frame is, or nothing.
  public var shownScene: Scene? {
    guard let scene, scene.state == .foregroundActive, lit != nil else { return nil }
    return scene
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
    if let completion { completions.append(completion) }
    guard let screen else { return answer(.kept("no display is connected there; it is shown when one is")) }
    let question = question(for: screen)
    decision.picture = question.decide()
    endBackgroundScenes(.foreground) { !question.mayShow($0.session.app) }
    switch decision.picture.shown {
    case .untouched:
      // Lit under an earlier configuration: from here on it is the console's.
      let isOurs = lit != nil || isBeingSet || owesTurnOff
      abandonAttempt()
      endScenes(.support)
      if isOurs { turnOff() }
      answerWhenDark("the configuration gives this screen to the console")
    case .dark:
      abandonAttempt()
      endScenes(.support)
      turnOff()
      answerWhenDark("the screen is dark: \(decision.picture.reasons.last?.text ?? "")")
    case .scene, .mirror, .idle:
      if isWaitingForEDID { return }
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
    lastPresented = nil
    shownTree = nil
    let hadMode = screen?.currentMode != nil
    screen?.currentMode = nil
    screen?.geometry = nil
    let token = system.nextToken()
    turningOff = (token, "the screen is dark")
    owesTurnOff = false
    system.outlets.command(.turnOff(id, token))
    if screen?.isMain == true { system.mainPictureDidChange() }
    if hadMode, let screen { system.post(.screenModeDidChange(name: screen.name, mode: nil)) }
  }

  func turnedOff(_ token: CommitToken, _ result: Result<CommitOutcome, DisplayError>) {
    guard let turningOff, turningOff.token == token else { return }
    self.turningOff = nil
    guard let screen else { return }
    // Where it is being lit again, those who wait are answered with its picture.
    let staysDark = decision.picture.isDark
    switch result {
    case .success:
      if staysDark { answer(.kept(turningOff.note)) }
    case .failure(let error):
      mayBeLit = true
      system.post(.trouble(screen: screen.name, message: "the screen could not be turned off: \(error)"))
      guard staysDark else { return }
      owesTurnOff = true
      answer(.failed(.notNow("\(screen.name) could not be turned off: \(error); it is tried again")))
      retryLater()
    }
  }

  /// Answers those who wait once the screen is dark, which it may be already.
  private func answerWhenDark(_ note: String) {
    guard turningOff != nil else { return answer(.kept(note)) }
    turningOff?.note = note
  }

  /// Answers all who wait for a picture.
  func answer(_ outcome: PictureOutcome) {
    let answered = completions
    completions = []
    for completion in answered { completion(outcome) }
  }

  func note(_ step: String) {
    decision.steps.append(ScreenDecision.Step(name: step, time: system.clock.now))
    // Of a display that is probed and retried for days, the beginning and the latest count.
    if decision.steps.count > 64 { decision.steps.remove(at: 32) }
  }
}
