internal import Composition
internal import ContentModel
public import DisplayTypes
internal import Presentation

/// The way from candidates to a mode that is in force: each is tested, laid out and set, in order, until one holds.
///
/// Pure.
///
///     testing ──accepted──▶ layingOut ──laid out──▶ setting ──done──▶ settled
///        ▲ refused: next       (the mode that is in force needs no setting)
///        └──────────────────────────── refused: next ──┘
///                                (busy: the same again, a few times)
public nonisolated struct ModeTrial: Hashable, Sendable {
  /// How far the trial has come; numbers are indices of candidates.
  public enum Phase: Hashable, Sendable {
    case testing(Int)
    case layingOut(Int)
    case setting(Int)
    case settled(Int)
    /// No candidate holds.
    case exhausted
  }

  /// What the caller does after an input.
  public enum Action: Hashable, Sendable {
    case test(ModeCandidate)
    case layOut(ModeCandidate)
    case set(ModeCandidate)
    /// The device was busy with something else: the same once more, a moment later.
    case setAgain(ModeCandidate)
    /// This candidate is in force already: nothing is set.
    case keep(ModeCandidate)
    case settled(ModeCandidate)
    case giveUp
    /// The input came too late or at the wrong time.
    case nothing
  }

  /// One try of a candidate on the device.
  public struct Attempt: Hashable, Sendable {
    /// The mode's name.
    public var mode: String
    /// Only asked, not set.
    public var isTest: Bool
    /// Why it was refused; nil where it was not.
    public var error: DisplayError?
  }

  /// What there is to try, in order.
  public let candidates: [ModeCandidate]
  /// The mode in force, where the display need not be set up anew to keep it.
  public let keptMode: ScreenMode?
  /// Where the trial is.
  public private(set) var phase: Phase
  /// What was tried so far.
  public private(set) var attempts: [Attempt] = []
  /// How often the device was too busy for a modeset.
  private var busyAnswers = 0
  /// After so many it counts as a refusal.
  private static let patience = 5

  /// A trial of these candidates.
  ///
  /// A `keptMode` is taken without a modeset when its turn comes.
  public init(candidates: [ModeCandidate], keptMode: ScreenMode?) {
    self.candidates = candidates
    self.keptMode = keptMode
    phase = .exhausted
  }

  /// Begins with the first candidate.
  public mutating func begin() -> Action { advance(to: 0) }

  /// The device has answered a test.
  public mutating func tested(_ error: DisplayError?) -> Action {
    guard case .testing(let index) = phase, index < candidates.count else { return .nothing }
    let candidate = candidates[index]
    attempts.append(Attempt(mode: candidate.name, isTest: true, error: error))
    guard error == nil || error?.isRetryable == true else { return advance(to: index + 1) }
    phase = .layingOut(index)
    return .layOut(candidate)
  }

  /// The first picture in the candidate's mode is ready.
  public mutating func laidOut() -> Action {
    guard case .layingOut(let index) = phase, index < candidates.count else { return .nothing }
    phase = .setting(index)
    return .set(candidates[index])
  }

  /// The device has answered the modeset.
  public mutating func set(_ error: DisplayError?) -> Action {
    guard case .setting(let index) = phase, index < candidates.count else { return .nothing }
    if error?.isRetryable == true, busyAnswers < Self.patience {
      busyAnswers += 1
      return .setAgain(candidates[index])
    }
    attempts.append(Attempt(mode: candidates[index].name, isTest: false, error: error))
    guard error == nil else { return advance(to: index + 1) }
    phase = .settled(index)
    return .settled(candidates[index])
  }

  /// Whether a modeset is due or under way.
  public var isSetting: Bool {
    if case .setting = phase { return true }
    return false
  }

  /// The candidate that holds.
  public var winner: ModeCandidate? {
    if case .settled(let index) = phase, index < candidates.count { return candidates[index] }
    return nil
  }

  private mutating func advance(to index: Int) -> Action {
    guard index < candidates.count else {
      phase = .exhausted
      return .giveUp
    }
    let candidate = candidates[index]
    if candidate.mode == keptMode {
      phase = .settled(index)
      return .keep(candidate)
    }
    phase = .testing(index)
    return .test(candidate)
  }
}

extension ScreenCoordinator {
  /// Works out the candidates and begins to try them; a trial of the same ones goes on.
  func beginTrial(_ screen: Screen) {
    if let winner = modeForApplications(of: screen) { return keep(winner) }
    let plan = modePlan(for: screen)
    decision.plan = plan
    note("selected")
    if screen.isStandIn { return standIn(in: plan.candidates, on: screen) }
    let candidates = usable(plan)
    if let attempt, attempt.trial.candidates == candidates, attempt.trial.keptMode == keptMode {
      return followTakeOver()
    }
    abandonAttempt()
    if let winner = settledCandidate(in: candidates) { return keep(winner) }
    if candidates.isEmpty, !plan.candidates.isEmpty { return linkFailsInEveryMode() }
    decision.attempts = []
    decision.winner = nil
    attempt = Attempt(trial: ModeTrial(candidates: candidates, keptMode: keptMode))
    advance { $0.begin() }
  }

  /// The modes for what is due, in order.
  private func modePlan(for screen: Screen) -> ModeSelectionPlan {
    ModeSelector.candidates(
      ModeSelectionInput(
        modes: screen.snapshot.modes, isGuessed: screen.isGuessed, trialChoice: confirmation.wish,
        runtimeChoice: choices.mode, sceneWishes: dueConfiguration?.modes ?? [], rule: decision.rule,
        history: screen.isGuessed ? system.memory.lastKnown(on: screen.name)?.mode : nil,
        failSafeModes: FailSafeModes.all))
  }

  private func usable(_ plan: ModeSelectionPlan) -> [ModeCandidate] {
    plan.candidates.filter { !linkLosses.modes.contains($0.mode) }
  }

  /// Works out, while the screen is dark, in which mode it will be lit: the one that it had, where the same are to be tried, else the first.
  ///
  /// The device is asked nothing.
  func chooseInTheDark(_ screen: Screen) {
    let plan = modePlan(for: screen)
    let candidates = usable(plan)
    decision.plan = plan
    if candidates.map(\.mode) == settledModes,
      let former = candidates.first(where: { $0.mode == decision.winner?.mode })
    {
      decision.winner = former
    } else {
      decision.attempts = []
      decision.winner = candidates.first
    }
  }

  /// The geometry in force; of a dark screen that in which it would be lit.
  var dueGeometry: OutputGeometry? {
    guard let screen else { return nil }
    if let geometry = screen.geometry { return geometry }
    return (decision.winner ?? usable(modePlan(for: screen)).first).flatMap { geometry(in: $0.mode) }
  }

  /// The mode in force, which application scenes keep; nil where there is none that holds, or something else is due.
  private func modeForApplications(of screen: Screen) -> ModeCandidate? {
    guard case .applications = decision.picture.shown, attempt == nil, let keptMode, let winner = decision.winner,
      winner.mode == keptMode, screen.availableModes.contains(keptMode)
    else { return nil }
    return winner
  }

  /// The mode that needs no modeset to be shown.
  private var keptMode: ScreenMode? { sinkIsStale ? nil : lit?.mode }

  /// The candidate that won when the same modes were tried last, and is in force: what was refused then is not asked again.
  private func settledCandidate(in candidates: [ModeCandidate]) -> ModeCandidate? {
    guard let keptMode, candidates.map(\.mode) == settledModes else { return nil }
    return candidates.first { $0.mode == keptMode }
  }

  private func keep(_ candidate: ModeCandidate) {
    decision.winner = candidate
    succeeded()
    confirmationHears(of: candidate)
    settle(in: candidate)
  }

  /// Gives the trial an input, and does what it answers.
  func advance(_ input: (inout ModeTrial) -> ModeTrial.Action) {
    guard var attempt else { return }
    let action = input(&attempt.trial)
    self.attempt = attempt
    decision.attempts = attempt.trial.attempts
    switch action {
    case .test(let candidate):
      let token = system.numbers.nextToken()
      self.attempt?.token = token
      system.pass.command(.test(id, token, candidate.mode))
    case .layOut:
      note("tested")
      mark(.ahead)
    case .set(let candidate): set(candidate)
    case .setAgain:
      self.attempt?.token = nil
      busyTimer?.arm(at: system.clock.now.advanced(by: ScreenCoordinator.busyInterval))
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
      // One that nobody waits for any more: the screen is in another mode than `lit` says.
      if case .success = result { sinkIsStale = true }
      return
    }
    if case .success(let outcome) = result, outcome.wasModeset { decision.modesets += 1 }
    advance { $0.set(result.error) }
  }

  func abandonAttempt() {
    // What the modeset that is under way leaves behind is not what is kept.
    if isBeingSet { sinkIsStale = true }
    attempt = nil
    layoutTicket += 1
    stage.abandonLayout()
    layoutTimer?.disarm()
    busyTimer?.disarm()
  }

  /// Whether a modeset is under way.
  var isBeingSet: Bool { attempt?.token != nil && attempt?.trial.isSetting == true }

  /// The scene that is shown is laid out for the mode before that is set; where none is shown yet, the modeset carries the idle
  /// frame, and the scene is prepared meanwhile.
  ///
  /// A picture that is taken over stays until the scene's is there.
  func layOutCandidate() {
    guard let attempt, case .layingOut(let index) = attempt.trial.phase, index < attempt.trial.candidates.count,
      let geometry = geometry(in: attempt.trial.candidates[index].mode)
    else { return }
    layoutTicket += 1
    let ticket = layoutTicket
    // What an earlier candidate was laid out with is for that one alone.
    self.attempt?.window = nil
    self.attempt?.takeOver?.awaited = stage.awaited
    layoutTimer?.arm(
      at: attempt.takeOver?.end ?? system.clock.now.advanced(by: ScreenCoordinator.layoutPatience))
    let isAwaited = stage.layOutAhead(for: geometry, isFirst: attempt.takeOver != nil) { [weak self] window in
      guard let self, self.layoutTicket == ticket, self.attempt != nil else { return }
      self.layoutTimer?.disarm()
      self.layoutTicket += 1
      self.attempt?.window = window
      self.note("laid out")
      self.advance { $0.laidOut() }
    }
    guard !isAwaited else { return }
    layoutTimer?.disarm()
    advance { $0.laidOut() }
  }

  /// Where something else is due by now than what a take-over waits for, that is laid out instead, in the time that is left.
  private func followTakeOver() {
    guard let attempt, let takeOver = attempt.takeOver, case .layingOut = attempt.trial.phase,
      stage.awaited != takeOver.awaited
    else { return }
    mark(.ahead)
  }

  /// The scene's layout does not come: the mode is set with the idle frame, never with what was laid out for another one.
  func layoutTookTooLong() {
    layoutTicket += 1
    advance { $0.laidOut() }
  }

  /// The device was busy a moment ago.
  func setAgain() {
    guard let attempt, attempt.token == nil, case .setting(let index) = attempt.trial.phase,
      index < attempt.trial.candidates.count
    else { return }
    set(attempt.trial.candidates[index])
  }

  private func set(_ candidate: ModeCandidate) {
    guard let geometry = geometry(in: candidate.mode), let attempt else { return }
    // What is due now: that may be another picture than when the trial began, or than a moment ago while the device was busy.
    let tree = stage.modesetTree(attempt.window, for: geometry)
    let token = system.numbers.nextToken()
    self.attempt?.token = token
    mayBeLit = true
    mayTakeOver = false
    note("modeset")
    system.pass.command(.configure(id, token, candidate.mode, geometry, tree))
  }

  private func settled(_ candidate: ModeCandidate) {
    guard let attempt, let token = attempt.token, let screen else { return }
    self.attempt = nil
    note("mode set")
    lit = Lit(token: token, mode: candidate.mode)
    litTime = system.clock.now
    settledModes = attempt.trial.candidates.map(\.mode)
    stage.lightDidChange()
    sinkIsStale = false
    succeeded()
    decision.winner = candidate
    let isNew = screen.currentMode != candidate.mode
    screen.currentMode = candidate.mode
    // Without a mode it is one that was never seen.
    let isBeingSeen = isBeingSeen
    confirmationHears(of: candidate)
    remember { record in
      // One that is tried out is nothing to come back to.
      if isBeingSeen, candidate.source != .trialChoice { record.mode = candidate.mode }
      record.lastSeenDay = system.today ?? record.lastSeenDay
      if screen.snapshot.edidState == .settled, !screen.snapshot.edid.isEmpty { record.hadEDID = true }
    }
    if isNew {
      system.tellObservers { $0.screenModeDidChange(screen) }
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
    system.post(.trouble(screen: screen.name, message: "no mode could be set: \(reason); it is tried again"))
    if lit == nil {
      mark(.scenes)
      // A modeset that came to nothing may have left its picture behind.
      if decision.attempts.contains(where: { !$0.isTest }) { turnOff() }
    }
    stage.answer(.failed(.notNow("no mode could be set on \(screen.name): \(reason)")))
    retryLater()
  }

  /// The mode is in force: what is due is shown in it.
  func settle(in candidate: ModeCandidate) {
    guard let screen, let geometry = geometry(in: candidate.mode) else { return }
    let previous = screen.geometry
    screen.geometry = geometry
    if previous?.mode != geometry.mode || previous?.overscan != geometry.overscan {
      for excess in geometry.overscan.excess(in: geometry.mode) {
        system.post(.trouble(screen: screen.name, message: "\(excess)"))
      }
    }
    mark(.scenes)
  }

  func geometry(in mode: ScreenMode) -> OutputGeometry? {
    decision.settings?.geometry(of: mode, physicalSize: screen?.snapshot.physicalSize)
  }

  /// How long a modeset waits for the scene to be laid out anew.
  static let layoutPatience: UInt64 = 700_000_000
  /// How long after a modeset for which the device was busy it is asked again.
  static let busyInterval: UInt64 = 100_000_000
}

extension Result where Failure == DisplayError {
  /// The failure, if it is one.
  var error: DisplayError? {
    if case .failure(let error) = self { return error }
    return nil
  }
}

/// A screen that is in the mode that is due already, with what the daemon's life before, a boot splash or a console has left on it.
///
/// That stays until the first picture is laid out. A screen that this daemon has lit is never one: what was there is somebody's, and goes.
struct ScreenTakeOver {
  /// What the first picture is.
  struct Awaited: Equatable {
    var shown: ShownPicture
    var cover: PictureCover
    var content: ContentDescription?
  }

  /// What is waited for; nil before anything is laid out.
  var awaited: Awaited?
  /// When what stands there goes all the same.
  let end: MonotonicTime

  /// As long as the first text may take (`RasterizerSettings`): before that, black would come between the splash and the text.
  static let patience: UInt64 = 15_000_000_000
}

/// What is tried on a display that says nothing of itself and was never seen: modes that everything shows.
nonisolated enum FailSafeModes {
  /// 1024x768 and 640x480 at 60 Hz (VESA DMT); the kernel guesses up to the same size.
  static let all: [ScreenMode] = [
    ScreenMode(
      clockKilohertz: 65_000, horizontal: ModeTiming(display: 1024, syncStart: 1048, syncEnd: 1184, total: 1344),
      vertical: ModeTiming(display: 768, syncStart: 771, syncEnd: 777, total: 806), flags: negativeSyncs),
    ScreenMode(
      clockKilohertz: 25_175, horizontal: ModeTiming(display: 640, syncStart: 656, syncEnd: 752, total: 800),
      vertical: ModeTiming(display: 480, syncStart: 490, syncEnd: 492, total: 525), flags: negativeSyncs),
  ]

  /// `DRM_MODE_FLAG_NHSYNC | DRM_MODE_FLAG_NVSYNC`.
  private static let negativeSyncs: UInt32 = 1 << 1 | 1 << 3
}
