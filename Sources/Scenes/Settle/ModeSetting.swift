internal import Composition
internal import DisplayTypes
internal import Presentation

/// Sets the mode of one screen, and handles lost links and the end of the signal.
final class ModeSetting {
  struct Lit {
    var token: CommitToken
    var mode: ScreenMode
    var time: MonotonicTime
  }

  /// A trial of modes, and the commit for which it waits.
  struct Attempt {
    var trial: ModeTrial
    var token: CommitToken?
    /// Nil if the screen was in another mode, or was lit by this process.
    var takeOver: ScreenTakeOver?
    /// The layout ahead for the current candidate.
    var window: LaidOutWindow?

    func isFor(_ candidates: [ModeCandidate], keptMode: ScreenMode?) -> Bool {
      trial.candidates == candidates && trial.keptMode == keptMode
    }
  }

  /// The end of the signal.
  private struct TurnOff {
    enum Phase {
      case none
      /// The commit is under way; `why` is the outcome for its end.
      case pending(CommitToken, why: (reason: String, hint: String?))
      /// The commit failed, so the screen may be lit.
      case owed
    }

    private(set) var phase = Phase.none
    /// This process may have lit the connector.
    var mayBeLit = true

    mutating func begin(_ token: CommitToken) { phase = .pending(token, why: ("the screen is dark", nil)) }

    /// Sets the outcome for the end; false if no commit is under way.
    mutating func expect(_ why: (reason: String, hint: String?)) -> Bool {
      guard case .pending(let token, _) = phase else { return false }
      phase = .pending(token, why: why)
      return true
    }

    /// Returns the outcome if this commit is under way, and ends it.
    mutating func end(_ token: CommitToken) -> (reason: String, hint: String?)? {
      guard case .pending(token, let why) = phase else { return nil }
      phase = .none
      return why
    }

    mutating func owe() { phase = .owed }
  }

  private unowned let coordinator: ScreenCoordinator
  private(set) var lit: Lit?
  private(set) var attempt: Attempt?
  /// The modes at the last trial, in order; empty if the next trial must search from the start.
  private var settledModes: [ScreenMode] = []
  private var trouble = SignalTrouble()
  /// The display has lost its link since the last modeset, or was replaced. The next modeset must be a full one.
  var sinkIsStale = true
  /// A picture on this display may come from an earlier process.
  private var mayTakeOver = true
  private var layoutTicket = 0
  private var end = TurnOff()
  private var backoff = Backoff()
  private var retryTimer: (any DisplayTimer)?
  private var busyTimer: (any DisplayTimer)?
  private var layoutTimer: (any DisplayTimer)?

  init(_ coordinator: ScreenCoordinator) {
    self.coordinator = coordinator
    retryTimer = system.makeTimer { [weak coordinator] in coordinator?.reconsider() }
    busyTimer = system.makeTimer { [weak self] in self?.setAgain() }
    layoutTimer = system.makeTimer { [weak self] in self?.layoutTookTooLong() }
  }

  private var system: SceneSystem { coordinator.system }
  private var screenScenes: ScreenScenes { coordinator.screenScenes }
  private var screen: Screen? { coordinator.screen }
  private var decision: ScreenDecision {
    get { coordinator.decision }
    set { coordinator.decision = newValue }
  }

  var isOurs: Bool {
    if case .owed = end.phase { true } else { lit != nil || isBeingSet }
  }

  /// Forbids a take-over, because another display is there, whose picture is not ours.
  func takeOverIsForbidden() {
    mayTakeOver = false
    if attempt?.takeOver != nil { abandonAttempt() }
  }

  func displayHasGone() {
    mayTakeOver = false
    retryTimer?.disarm()
    abandonAttempt()
    trouble = SignalTrouble()
  }

  /// Puts a stand-in in a mode without a device.
  private func standIn(in candidates: [ModeCandidate], on screen: Screen) {
    guard let winner = settled(decision.winner?.mode, in: candidates) ?? candidates.first else {
      turnOff()
      coordinator.mark(.scenes)
      return screenScenes.presentation.answer(.kept("no display is connected, and the last one had no mode"))
    }
    settledModes = candidates.map(\.mode)
    decision.winner = winner
    if lit?.mode != winner.mode {
      lit = Lit(token: system.pass.numbers.nextToken(), mode: winner.mode, time: lit?.time ?? .zero)
      screenScenes.presentation.lightDidChange()
      screen.currentMode = winner.mode
      system.post(.screenModeDidChange(name: screen.name, mode: winner.mode))
    }
    settle(in: winner)
  }

  /// The candidate with that mode, if the last trial had the same modes.
  private func settled(_ mode: ScreenMode?, in candidates: [ModeCandidate]) -> ModeCandidate? {
    candidates.map(\.mode) == settledModes ? candidates.first { $0.mode == mode } : nil
  }

  func standInEnds() {
    lit = nil
    sinkIsStale = true
  }

  /// Begins a trial; a trial of the same modes continues.
  func beginTrial(_ screen: Screen) {
    if let winner = modeForApplications(of: screen) { return keep(winner) }
    let plan = modePlan(for: screen)
    decision.plan = plan
    coordinator.note("selected")
    if screen.isStandIn { return standIn(in: plan.candidates, on: screen) }
    let candidates = usable(plan)
    if let attempt, attempt.isFor(candidates, keptMode: keptMode) {
      return followTakeOver()
    }
    abandonAttempt()
    if let winner = settled(keptMode, in: candidates) { return keep(winner) }
    if candidates.isEmpty, !plan.candidates.isEmpty { return linkFailsInEveryMode() }
    decision.attempts = []
    decision.winner = nil
    attempt = Attempt(trial: ModeTrial(candidates: candidates, keptMode: keptMode))
    advance { $0.begin() }
  }

  /// A raised alarm needs no other mode than the picture that it covers.
  private func modePlan(for screen: Screen) -> ModeSelectionPlan {
    if !decision.picture.isRaisedAlarm { decision.sceneWishes = coordinator.facts.dueConfiguration?.modes ?? [] }
    return ModeSelector.candidates(
      ModeSelectionInput(
        modes: screen.snapshot.modes, isGuessed: screen.isGuessed, trialChoice: coordinator.confirmation.wish,
        runtimeChoice: coordinator.choices.mode, sceneWishes: decision.sceneWishes,
        rule: decision.rule,
        history: screen.isGuessed ? system.model.memory.lastKnown(on: screen.name)?.mode : nil,
        failSafeModes: FailSafeModes.all))
  }

  private func usable(_ plan: ModeSelectionPlan) -> [ModeCandidate] {
    plan.candidates.filter { !trouble.failedModes.contains($0.mode) }
  }

  /// Chooses the mode of a dark screen without the device: the last mode in force if the modes are the same, otherwise the first.
  func chooseInTheDark(_ screen: Screen) {
    let plan = modePlan(for: screen)
    let candidates = usable(plan)
    decision.plan = plan
    let former = settled(decision.winner?.mode, in: candidates)
    if former == nil { decision.attempts = [] }
    decision.winner = former ?? candidates.first
  }

  /// The geometry in force; for a dark screen, the geometry in which it would be lit.
  var dueGeometry: OutputGeometry? {
    guard let screen else { return nil }
    if let geometry = screen.geometry { return geometry }
    return (decision.winner ?? usable(modePlan(for: screen)).first).flatMap { geometry(in: $0.mode) }
  }

  /// The mode in force, if there is one, which application scenes keep.
  private func modeForApplications(of screen: Screen) -> ModeCandidate? {
    guard case .applications = decision.picture.shown, attempt == nil, let keptMode, let winner = decision.winner,
      winner.mode == keptMode, screen.availableModes.contains(keptMode)
    else { return nil }
    return winner
  }

  /// A mode that needs no modeset.
  private var keptMode: ScreenMode? { sinkIsStale ? nil : lit?.mode }

  private func keep(_ candidate: ModeCandidate) {
    decision.winner = candidate
    succeeded()
    coordinator.updateConfirmation(for: candidate)
    settle(in: candidate)
  }

  /// Passes an input to the trial, and performs the action that it returns.
  func advance(_ input: (inout ModeTrial) -> ModeTrial.Action) {
    guard var attempt else { return }
    let action = input(&attempt.trial)
    self.attempt = attempt
    decision.attempts = attempt.trial.attempts
    switch action {
    case .test(let candidate):
      let token = system.pass.numbers.nextToken()
      self.attempt?.token = token
      system.pass.command(.test(coordinator.id, token, candidate.mode))
    case .layOut:
      coordinator.note("tested")
      coordinator.mark(.ahead)
    case .set(let candidate): set(candidate)
    case .setAgain:
      self.attempt?.token = nil
      busyTimer?.arm(at: system.clock.now.advanced(by: Self.busyInterval))
    case .keep(let candidate):
      self.attempt = nil
      settledModes = attempt.trial.candidates.map(\.mode)
      keep(candidate)
    case .settled(let candidate): settled(candidate)
    case .giveUp: gaveUp()
    case .nothing: break
    }
  }

  func tested(_ token: CommitToken, _ result: Result<CommitOutcome, DisplayError>) {
    guard attempt?.token == token else { return }
    attempt?.token = nil
    if case .success(let outcome) = result, outcome.showsMode, mayTakeOver {
      attempt?.takeOver = ScreenTakeOver(end: system.clock.now.advanced(by: ScreenTakeOver.patience))
    }
    advance { $0.tested(result.error) }
  }

  func configured(_ token: CommitToken, _ result: Result<CommitOutcome, DisplayError>) {
    guard attempt?.token == token else {
      // The attempt has ended, so the screen is in another mode than `lit`.
      if case .success = result { sinkIsStale = true }
      return
    }
    if case .success(let outcome) = result, outcome.wasModeset { decision.modesets += 1 }
    advance { $0.set(result.error) }
  }

  func abandonAttempt() {
    // A modeset under way will change the mode in force.
    if isBeingSet { sinkIsStale = true }
    attempt = nil
    layoutTicket += 1
    screenScenes.abandonLayout()
    layoutTimer?.disarm()
    busyTimer?.disarm()
  }

  var isBeingSet: Bool { attempt?.token != nil && attempt?.trial.isSetting == true }

  /// Lays the scene out for a candidate, while the screen keeps its picture. The modeset waits for a scene that is shown or taken over.
  /// Otherwise it shows the idle frame.
  func layOutCandidate() {
    guard let attempt, case .layingOut = attempt.trial.phase,
      let geometry = attempt.trial.current.flatMap({ geometry(in: $0.mode) })
    else { return }
    if screenScenes.makeDueScene(before: .ahead) { return }
    layoutTicket += 1
    let ticket = layoutTicket
    // A layout for an earlier candidate does not count.
    self.attempt?.window = nil
    self.attempt?.takeOver?.awaited = screenScenes.awaited
    layoutTimer?.arm(at: attempt.takeOver?.end ?? system.clock.now.advanced(by: Self.layoutPatience))
    let isAwaited = screenScenes.layOutAhead(for: geometry, isFirst: attempt.takeOver != nil) { [weak self] window in
      guard let self, self.layoutTicket == ticket, self.attempt != nil else { return }
      self.layoutTimer?.disarm()
      self.layoutTicket += 1
      self.attempt?.window = window
      coordinator.note("laid out")
      self.advance { $0.laidOut() }
    }
    guard !isAwaited else { return }
    layoutTimer?.disarm()
    advance { $0.laidOut() }
  }

  /// Lays out a new decision instead of the one for which a take-over waits, in the remaining time.
  private func followTakeOver() {
    guard let attempt, let takeOver = attempt.takeOver, case .layingOut = attempt.trial.phase,
      screenScenes.awaited != takeOver.awaited
    else { return }
    coordinator.mark(.ahead)
  }

  func layoutTookTooLong() {
    layoutTicket += 1
    advance { $0.laidOut() }
  }

  func setAgain() {
    guard let trial = attempt?.trial, attempt?.token == nil, trial.isSetting, let candidate = trial.current else {
      return
    }
    set(candidate)
  }

  private func set(_ candidate: ModeCandidate) {
    guard let geometry = geometry(in: candidate.mode), let attempt else { return }
    // The decision may have changed since the trial began, or while the device was busy.
    let tree = screenScenes.presentation.modesetTree(attempt.window, for: geometry)
    let token = system.pass.numbers.nextToken()
    self.attempt?.token = token
    end.mayBeLit = true
    mayTakeOver = false
    coordinator.note("modeset")
    system.pass.command(.configure(coordinator.id, token, candidate.mode, geometry, tree))
  }

  private func settled(_ candidate: ModeCandidate) {
    guard let attempt, let token = attempt.token, let screen else { return }
    self.attempt = nil
    coordinator.note("mode set")
    lit = Lit(token: token, mode: candidate.mode, time: system.clock.now)
    settledModes = attempt.trial.candidates.map(\.mode)
    screenScenes.presentation.lightDidChange()
    sinkIsStale = false
    succeeded()
    decision.winner = candidate
    let isNew = screen.currentMode != candidate.mode
    screen.currentMode = candidate.mode
    // Read this before the mode is recorded: a display without a recorded mode counts as new.
    let isBeingSeen = coordinator.facts.isBeingSeen
    coordinator.updateConfirmation(for: candidate)
    coordinator.remember { record in
      // A mode on trial is not stored.
      if isBeingSeen, candidate.source != .trialChoice { record.mode = candidate.mode }
      record.lastSeenDay = system.lifetimes.today ?? record.lastSeenDay
      if screen.snapshot.edidState == .settled, !screen.snapshot.edid.isEmpty { record.hadEDID = true }
    }
    if isNew {
      system.notifyObservers { $0.screenModeDidChange(screen) }
      system.post(.screenModeDidChange(name: screen.name, mode: candidate.mode))
    }
    settle(in: candidate)
  }

  private func gaveUp() {
    guard let screen else { return }
    let last = decision.attempts.last { $0.error != nil }?.error
    attempt = nil
    settledModes = []
    let reason = last.map(\.description) ?? "the display has no mode that can be shown"
    system.post(.trouble(screen: screen.name, message: "no mode could be set: \(reason); the daemon tries again"))
    if lit == nil {
      coordinator.mark(.scenes)
      // A refused modeset may have left its picture.
      if decision.attempts.contains(where: { !$0.isTest }) { turnOff() }
    }
    screenScenes.presentation.answer(.failed(.notNow("no mode could be set on \(screen.name): \(reason)")))
    retryLater()
  }

  func settle(in candidate: ModeCandidate) {
    guard let screen, let geometry = geometry(in: candidate.mode) else { return }
    let previous = screen.geometry
    screen.geometry = geometry
    if previous?.mode != geometry.mode || previous?.overscan != geometry.overscan {
      for excess in geometry.overscan.excess(in: geometry.mode) {
        system.post(.trouble(screen: screen.name, message: "\(excess)"))
      }
    }
    coordinator.mark(.scenes)
  }

  func geometry(in mode: ScreenMode) -> OutputGeometry? {
    decision.settings?.geometry(of: mode, physicalSize: screen?.snapshot.physicalSize)
  }

  /// The time in nanoseconds for which a modeset waits for a layout.
  static let layoutPatience: UInt64 = 700_000_000
  /// The time in nanoseconds between modesets that a busy device refuses.
  static let busyInterval: UInt64 = 100_000_000

  /// Arms the timer for another trial, because the display may settle after all candidates were refused.
  func retryLater() { retryTimer?.arm(at: system.clock.now.advanced(by: backoff.next())) }

  func succeeded() {
    backoff.reset()
    retryTimer?.disarm()
  }

  func turnOff() {
    guard lit != nil || end.mayBeLit else { return }
    lit = nil
    end.mayBeLit = false
    screenScenes.presentation.lightDidChange()
    let hadMode = screen?.currentMode != nil
    screen?.currentMode = nil
    screen?.geometry = nil
    if !coordinator.isStandIn {
      let token = system.pass.numbers.nextToken()
      end.begin(token)
      system.pass.command(.turnOff(coordinator.id, token))
    }
    system.mirrors.pictureDidChange(on: screenScenes)
    if hadMode, let screen {
      if !screen.isStandIn { system.notifyObservers { $0.screenModeDidChange(screen) } }
      system.post(.screenModeDidChange(name: screen.name, mode: nil))
    }
  }

  func turnedOff(_ token: CommitToken, _ result: Result<CommitOutcome, DisplayError>) {
    guard let why = end.end(token), let screen else { return }
    // If the screen is lit again, its picture answers the requests.
    let staysDark = decision.picture.isDark
    switch result {
    case .success:
      if staysDark { screenScenes.presentation.answer(.kept(why.reason, hint: why.hint)) }
    case .failure(let error):
      end.mayBeLit = true
      system.post(.trouble(screen: screen.name, message: "the screen could not be turned off: \(error)"))
      guard staysDark else { return }
      end.owe()
      screenScenes.presentation.answer(
        .failed(.notNow("\(screen.name) could not be turned off: \(error); the daemon tries again")))
      retryLater()
    }
  }

  /// Answers the requests when the screen is dark, perhaps now.
  func answerWhenDark() {
    let why = coordinator.whyNothingIsShown
    if !end.expect(why) { screenScenes.presentation.answer(.kept(why.reason, hint: why.hint)) }
  }

  func forgetTrials() {
    settledModes = []
    trouble.forgetLinks()
  }

  /// Handles a failed link: trains it again, or tries the next mode.
  func linkFailed() {
    guard let lit, attempt == nil, let screen else { return }
    let isLost = trouble.linkFailed(in: lit.mode, after: system.clock.now.nanoseconds(since: lit.time))
    let name = decision.winner?.name ?? "its mode"
    let next =
      isLost
      ? "it fails in \(name) repeatedly; the next mode is tried" : "the link is trained again"
    system.post(.trouble(screen: screen.name, message: "the link to the display has failed: \(next)"))
  }

  /// Tries all modes again later, because no mode holds its link. A user may have moved a cable.
  func linkFailsInEveryMode() {
    guard let screen else { return }
    let pause = trouble.linkFailsInEveryMode()
    let reason = "the link to the display fails in each of its modes; check the cable and the devices between"
    system.post(.trouble(screen: screen.name, message: "\(reason); the daemon tries again"))
    screenScenes.presentation.answer(.failed(.notNow("\(screen.name): \(reason)")))
    retryTimer?.arm(at: system.clock.now.advanced(by: pause))
  }

  /// Handles flips that have stalled. The process gives up only if no other active screen makes progress.
  func stalled(_ token: CommitToken) {
    guard let lit, lit.token == token, let screen else { return }
    let step = trouble.stalled(now: system.clock.now)
    sinkIsStale = true
    let what = "its flips have stalled (\(trouble.stallCount))"
    switch step {
    case .modeset:
      system.post(.trouble(screen: screen.name, message: "\(what): its mode is set again"))
      coordinator.reconsider()
    case .powerCycle:
      system.post(.trouble(screen: screen.name, message: "\(what): it is turned off and on"))
      relight()
    case .rest(let pause):
      if system.relations.isHopeless {
        return system.pass.giveUp("the flips on \(screen.name) have stalled, and no retry helped")
      }
      let message = "\(what), and no retry has helped: it is dark, and tried again in \(pause / 1_000_000_000) s"
      system.post(.trouble(screen: screen.name, message: message))
      abandonAttempt()
      turnOff()
      coordinator.mark(.scenes)
      screenScenes.presentation.answer(.failed(.notNow("\(screen.name): \(message)")))
      retryTimer?.arm(at: system.clock.now.advanced(by: pause))
      // Other screens show whether their flips have stalled too.
      for other in system.coordinators where other !== coordinator { other.screenScenes.presentation.proveFlips() }
    }
  }

  /// Whether the screen is lit, or about to be.
  var isActive: Bool { !coordinator.isStandIn && (lit != nil || attempt != nil) }

  /// Whether the flips have stalled, and no step has helped.
  var isHopeless: Bool { trouble.isHopeless(now: system.clock.now) }

  /// Turns the screen off and on, because the kernel skips a modeset without a change.
  func relight() {
    guard isActive else { return }
    sinkIsStale = true
    abandonAttempt()
    turnOff()
    coordinator.reconsider()
  }
}
