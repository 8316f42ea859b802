internal import DisplayTypes

/// Facts about one screen for its decision: identity, choices, and configuration. It changes nothing.
struct ScreenFacts {
  private let screen: Screen?
  private let model: SceneModel
  private let alarms: [RaisedAlarm]
  private unowned let coordinator: ScreenCoordinator

  init(_ coordinator: ScreenCoordinator) {
    self.coordinator = coordinator
    screen = coordinator.screen
    model = coordinator.system.model
    alarms = coordinator.system.alarms.raised
  }

  /// The identity of the display; before its EDID comes, the identity of the last display on this connector.
  var identity: DisplayIdentity { screen.map { identity(of: $0.snapshot) } ?? .unknown }

  func identity(of snapshot: ScreenSnapshot) -> DisplayIdentity {
    if snapshot.edidState == .guessed, let last = model.memory.lastKnown(on: snapshot.name) {
      return last.identity
    }
    return snapshot.identity
  }

  /// Other connectors with an equal display.
  var taken: Set<String> { coordinator.system.relations.connectorsTaken(by: identity, besides: screen?.name ?? "") }

  /// Connectors whose sessions belong to equal displays, connected now or remembered.
  var takenBySessions: Set<String> {
    taken.union(model.memory.connectors(of: identity).filter { $0 != screen?.name })
  }

  var record: DisplayRecord? {
    guard let screen else { return nil }
    return model.memory.record(of: identity, on: screen.name, taken: taken)
  }

  var choices: RuntimeChoices { record?.choices ?? RuntimeChoices() }

  var rule: ModeRule? {
    screen.flatMap { model.policy.rules.first(connectorName: $0.name, identity: identity) }
  }

  /// The support of this screen while an app is in the foreground.
  func supportChoice(of app: String?) -> SupportChoice {
    model.support.resolve(
      screen: choices.support, app: app, screenInFile: rule?.support,
      appInFile: app.flatMap(model.registry.app)?.support, overallInFile: model.policy.support)
  }

  /// The foreground app: choices have priority over the configuration, and a screen's choice over the choice for all. Absent apps without a
  /// picture do not count.
  var foregroundChoice: ForegroundChoice? {
    let all = [
      choices.foregroundApp.map { ForegroundChoice(app: $0, source: .runtime, isForAllScreens: false) },
      model.chosenForegroundApp.map { ForegroundChoice(app: $0, source: .runtime, isForAllScreens: true) },
      rule?.app.map { ForegroundChoice(app: $0.value, source: .configuration($0.location), isForAllScreens: false) },
      model.policy.foregroundApp.map {
        ForegroundChoice(app: $0.value, source: .configuration($0.location), isForAllScreens: true)
      },
    ]
    return all.lazy.compactMap(\.self).first { choice in
      model.registry.app(choice.app).map { $0.presence != .gone(.fallback) } ?? false
    }
  }

  /// The configuration of an app for this screen; nil if the app shows nothing here.
  func configuration(of app: App) -> SceneConfiguration? {
    guard let screen else { return nil }
    if app === model.front?.app { return isFrontScreen ? app.manifest.frontConfiguration : nil }
    if let alarm = alarms.first(where: { $0.app === app }) {
      return alarm.record.covers(screen.name) ? app.manifest.frontConfiguration : nil
    }
    return app.manifest.configuration(for: role, connector: screen.name, identity: identity)
  }

  /// Whether the app's scene on this screen is shown only while a controller owns its input.
  func needsInput(_ app: App) -> Bool { configuration(of: app)?.takesInput(in: role) == true }

  /// The app of the newest alarm that a call has raised for this screen.
  var raisedAlarm: String? {
    screen.flatMap { screen in alarms.last { $0.record.covers(screen.name) } }?.app.name
  }

  var role: SceneRole { rule?.role.map { SceneRole(rawValue: $0.value) } ?? .externalDisplayNonInteractive }

  /// The configuration of the scene that is due.
  var dueConfiguration: SceneConfiguration? {
    let name: String
    switch coordinator.decision.picture.shown {
    case .scene(let app, _), .black(let app), .dark(.schedule(let app, _)): name = app
    case .dark, .untouched, .applications, .masked, .mirror, .idle: return nil
    }
    guard let configuration = model.registry.app(name).flatMap(configuration) else { return nil }
    return coordinator.screenScenes.inquiry.answeredConfiguration(of: name, on: coordinator.screenScenes)
      ?? configuration
  }

  /// Whether the display is new, and the configuration shows nothing on new displays until an app is put there.
  var isWithheld: Bool {
    guard model.policy.unknownScreens != .show else { return false }
    return record?.mode == nil && choices.foregroundApp == nil
  }

  func isExternal(_ snapshot: ScreenSnapshot) -> Bool { use(of: snapshot) == .external && !snapshot.isNonDesktop }

  private func use(of snapshot: ScreenSnapshot) -> ScreenUse {
    let rule = model.policy.rules.first(connectorName: snapshot.name, identity: identity(of: snapshot))
    return ScreenSettings(choices: RuntimeChoices(), rule: rule, placement: snapshot.placement).use.value
  }

  /// The choice or the rule; nil if there is neither.
  var mirrorWish: Sourced<MirrorWish>? { choices.mirror.map { Sourced($0) } ?? rule?.mirror }

  /// Whether the app in front is for this screen, which must be external, and the chosen one if one is chosen.
  var isFrontScreen: Bool {
    guard let front = model.front, let screen, front.screen ?? screen.name == screen.name else { return false }
    return isExternal(screen.snapshot)
  }

  /// Whether the screen shows the app in front.
  var showsFront: Bool { screen != nil && model.front != nil && coordinator.decision.picture.isFront }

  /// Nil if the app in front is not for this screen.
  var frontState: FrontAppState? {
    guard isFrontScreen, let name = model.front?.app.name else { return nil }
    if let screen, screen.isGuessed, model.front?.asksOfNew == true {
      // The record may belong to the former display.
      return coordinator.isAdmittedUnnamed ? .shown(app: name, role: role) : .unnamed(app: name)
    }
    return choices.front == .waiting ? .waiting(app: name) : .shown(app: name, role: role)
  }

  /// Whether a display becomes known by its picture; false if the picture is withheld, waits for an admission, or uses a guessed mode.
  var isBeingSeen: Bool {
    guard let screen, !screen.isStandIn, !isWithheld, choices.front == nil else { return false }
    switch frontState {
    case .waiting, .unnamed: return false
    case .shown, nil: return !screen.isGuessed || identity.isUnknown || record?.mode != nil
    }
  }

  /// The screen as a place for an app's application scenes; nil without a display, or if the screen is not the daemon's.
  func candidate(for app: String) -> ApplicationPlacement.Candidate? {
    guard let screen, !screen.isStandIn else { return nil }
    let use = use(of: screen.snapshot)
    guard use == .main || use == .external, !screen.snapshot.isNonDesktop else { return nil }
    let isMain = use == .main
    return ApplicationPlacement.Candidate(
      screen: coordinator.id, isMain: isMain,
      isUsable: isMain || (!isWithheld && supportChoice(of: foregroundChoice?.app).value == .external),
      isByHand: choices.placedApp == app,
      isByRule: rule?.prefersApplication?.value == true && foregroundChoice?.app == app,
      isByApp: coordinator.system.applications.appPlaces[app] == coordinator.id)
  }

  /// The reason why nothing is mirrored; nil if the user has not asked for a mirror.
  var whyNoMirror: String? {
    let picture = coordinator.decision.picture
    let asked = picture.reasons.first { $0.rule == "mirror" } ?? picture.reasons.last
    switch picture.shown {
    case .scene, .applications, .masked, .black:
      guard picture.isAlarm || coordinator.decision.support.value == .mirror else { return nil }
    case .dark, .untouched, .mirror, .idle: break
    }
    return asked.map { ", because \($0.text)" }
  }
}

extension ScreenCoordinator {
  var facts: ScreenFacts { ScreenFacts(self) }
  var identity: DisplayIdentity { facts.identity }
  var choices: RuntimeChoices { facts.choices }
  var role: SceneRole { facts.role }

  func remember(_ body: (inout DisplayRecord) -> Void) {
    guard let screen else { return }
    system.remember(identity, on: screen.name, taken: facts.taken, body)
  }

  /// Moves the record along with a display that has moved, even without a picture, so that an equal display does not take it.
  func followDisplay() {
    guard let screen, !screen.isGuessed, facts.record?.connector != screen.name else { return }
    remember { _ in }
  }

  /// Stores the last day of the display. Of equal displays that are away, the newest is found when one returns on another connector.
  func rememberSeen() {
    guard facts.record != nil, !isWaitingForEDID, !isStandIn else { return }
    let today = system.lifetimes.today
    remember { $0.lastSeenDay = today ?? $0.lastSeenDay }
  }

  /// Makes a new display wait for its admission, unless it was admitted before its EDID came. An admission before the EDID counts for the
  /// first EDID only, because another display may follow on the same connector without an event.
  func awaitAdmission() {
    guard let screen, !screen.isGuessed else { return }
    let isAdmitted = isAdmittedUnnamed
    isAdmittedUnnamed = false
    guard facts.isFrontScreen, system.model.front?.asksOfNew == true, choices.front == nil, facts.record?.mode == nil
    else {
      return
    }
    remember { $0.choices.front = isAdmitted ? .admitted : .waiting }
  }

  private var settings: (ModeRule?, ScreenSettings)? {
    guard let screen else { return nil }
    let rule = facts.rule
    return (rule, ScreenSettings(choices: facts.choices, rule: rule, placement: screen.snapshot.placement))
  }

  /// Changes the model before a decision: a new display waits for its admission, and a held picture that may be private ends.
  func prepareDecision() {
    awaitAdmission()
    guard let screen, let (_, settings) = settings else { return }
    for scene in screenScenes.scenes { scene.session.passing.onUntil = facts.choices.onUntil }
    let wasMain = screen.isMain
    screen.isMain = settings.use.value == .main
    // End the hold: the held picture may be private.
    if wasMain && !screen.isMain || holdsPrivate { endFreeze() }
    screenScenes.reportScheduledPower()
  }

  /// Collects the facts, and decides the picture; changes the decision only.
  func decide() {
    guard let screen, let (rule, settings) = settings else { return }
    decision.rule = rule
    decision.settings = settings
    decision.foreground = facts.foregroundChoice
    let foreground = decision.foreground?.app
    decision.support = facts.supportChoice(of: foreground)
    let candidates = system.apps.map { app in
      let configuration = facts.configuration(of: app)
      return AppCandidate(
        name: app.name, role: configuration == nil ? nil : facts.role,
        attachesWindow: screenScenes.attachesWindow(app.name), isDestroyed: screenScenes.destroyed.contains(app.name),
        isInputOwned: !facts.needsInput(app) || system.applications.isInputOwned(of: app.name),
        isFallback: app.isFallback, isAlarm: app.isAlarm, isPrivate: app.isPrivate || configuration?.isPrivate == true,
        support: facts.supportChoice(of: app.name).value, presence: app.presence,
        wantsDark: screenScenes.scenes.contains { $0.session.app == app.name && $0.wantsDark })
    }
    decision.mirrorWish = facts.mirrorWish
    decision.isMirrorChosen = facts.choices.mirror != nil
    decision.mirror = system.relations.mirrorChoice(for: self)
    let question = ShownPictureDecision(
      use: settings.use.value, isNonDesktop: screen.snapshot.isNonDesktop, isPowered: settings.power.value,
      support: decision.support.value, isWithheld: facts.isWithheld,
      raised: candidates.first { $0.name == facts.raisedAlarm }, front: facts.frontState,
      foreground: candidates.first { $0.name == foreground }, others: candidates.filter { $0.name != foreground },
      applications: system.applications.applicationCandidates(on: self), mirror: decision.mirror,
      cover: PictureCover(isBlank: settings.blank.value, isFrozen: isFrozen))
    decision.picture = question.decide()
    #if DEBUG
      if let mutant = system.calls.mutation?.decide { decision.picture = mutant(question) }
    #endif
  }
}
