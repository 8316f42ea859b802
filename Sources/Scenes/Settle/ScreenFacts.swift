internal import DisplayTypes

/// What is known of one screen, and counts for what it shows: who it is, what was chosen for it, and what the configuration says.
struct ScreenFacts {
  unowned let coordinator: ScreenCoordinator

  private var system: SceneSystem { coordinator.system }
  private var screen: Screen? { coordinator.screen }

  /// Whose sessions and choices count here: the display's; while it has not said who it is, those of the last on this connector.
  var identity: DisplayIdentity {
    screen.map { identity(of: $0.snapshot) } ?? .unknown
  }

  /// Whose sessions and choices count where this is seen.
  func identity(of snapshot: ScreenSnapshot) -> DisplayIdentity {
    if snapshot.edidState == .guessed, let last = system.model.memory.lastKnown(on: snapshot.name) {
      return last.identity
    }
    return snapshot.identity
  }

  /// Other connectors on which an equal display is connected.
  var taken: Set<String> { system.relations.connectorsTaken(by: identity, besides: screen?.name ?? "") }

  /// Connectors to which sessions for equal displays belong: one is connected there, or is remembered to have been, and may not
  /// have been heard of yet.
  var takenBySessions: Set<String> {
    taken.union(system.model.memory.connectors(of: identity).filter { $0 != screen?.name })
  }

  /// What is remembered of the display.
  var record: DisplayRecord? {
    guard let screen else { return nil }
    return system.model.memory.record(of: identity, on: screen.name, taken: taken)
  }

  /// What was chosen for the display at run time.
  var choices: RuntimeChoices { record?.choices ?? RuntimeChoices() }

  /// Changes what is remembered of the display.
  func remember(_ body: (inout DisplayRecord) -> Void) {
    guard let screen else { return }
    system.remember(identity, on: screen.name, taken: taken, body)
  }

  /// What is remembered of a display that comes from another connector comes along, even where nothing is shown on it: an equal one
  /// on that connector is not taken for it.
  ///
  /// Of one that is new it is remembered that it was there.
  func followDisplay() {
    guard let screen, !screen.isGuessed, record?.connector != screen.name else { return }
    remember { _ in }
  }

  /// The display is there, or was until now: of equal ones that are away, the one that went last is the one that returns elsewhere.
  func rememberSeen() {
    guard record != nil, !coordinator.isWaitingForEDID, !coordinator.isStandIn else { return }
    let today = system.sessionRules.today
    remember { $0.lastSeenDay = today ?? $0.lastSeenDay }
  }

  /// What the user wants of this screen where an app is in the foreground.
  func supportChoice(of app: String?, _ rule: ModeRule?) -> SupportChoice {
    system.model.support.resolve(
      screen: choices.support, app: app, screenInFile: rule?.support,
      appInFile: app.flatMap(system.app)?.support, overallInFile: system.model.policy.support)
  }

  /// What was chosen at run time goes before the file, and what is said of this screen before what is said of all; an app that is no
  /// more, or whose controller has gone and which leaves its screens to the next, says nothing.
  func foregroundChoice(_ rule: ModeRule?) -> ForegroundChoice? {
    let all = [
      choices.foregroundApp.map { ForegroundChoice($0, .runtime, isForAllScreens: false) },
      system.model.chosenForegroundApp.map { ForegroundChoice($0, .runtime, isForAllScreens: true) },
      rule?.app.map { ForegroundChoice($0.value, .configuration($0.location), isForAllScreens: false) },
      system.model.policy.foregroundApp.map {
        ForegroundChoice($0.value, .configuration($0.location), isForAllScreens: true)
      },
    ]
    return all.lazy.compactMap(\.self).first { choice in
      system.app(choice.app).map { $0.presence != .gone(.fallback) } ?? false
    }
  }

  /// The configuration that an app has for this screen; nil where it leaves it alone.
  func configuration(of app: App) -> SceneConfiguration? {
    guard let screen else { return nil }
    if app === system.model.front?.app { return isFrontScreen ? app.manifest.frontConfiguration : nil }
    return app.manifest.configuration(for: role, connector: screen.name, identity: identity)
  }

  /// The role of the scenes that the screen shows.
  var role: SceneRole {
    let rule = screen.flatMap { system.model.policy.rules.first(connectorName: $0.name, identity: identity) }
    return rule?.role.map { SceneRole(rawValue: $0.value) } ?? .externalDisplayNonInteractive
  }

  /// What the manifest of the app whose scene is due here says for this screen.
  var dueConfiguration: SceneConfiguration? {
    let name: String
    switch coordinator.decision.picture.shown {
    case .scene(let app, _), .black(let app), .dark(.schedule(let app, _)): name = app
    case .dark, .untouched, .applications, .masked, .mirror, .idle: return nil
    }
    guard let configuration = system.app(name).flatMap(configuration) else { return nil }
    return coordinator.stage.inquiry.answeredConfiguration(of: name) ?? configuration
  }

  /// A display that has never shown a scene, where the configuration says that such a one shows none.
  ///
  /// It stays one through replugs, until somebody puts an app on it.
  var isWithheld: Bool {
    guard system.model.policy.unknownScreens != .show else { return false }
    return record?.mode == nil && choices.foregroundApp == nil
  }

  /// Whether this is, or was, an external display that pictures are shown on.
  func isExternal(_ snapshot: ScreenSnapshot) -> Bool {
    let rule = system.model.policy.rules.first(connectorName: snapshot.name, identity: identity(of: snapshot))
    let use = ScreenSettings(choices: RuntimeChoices(), rule: rule, placement: snapshot.placement).use.value
    return use == .external && !snapshot.isNonDesktop
  }

  /// What counts of what was said of it as a mirror: what was chosen, else its rule.
  var mirrorWish: Sourced<MirrorWish>? {
    guard let screen else { return nil }
    if let chosen = choices.mirror { return Sourced(chosen) }
    return system.model.policy.rules.first(connectorName: screen.name, identity: identity)?.mirror
  }

  /// Whether the app in front is for this screen: an external one, and the one that was named, where one was.
  var isFrontScreen: Bool {
    guard let front = system.model.front, let screen, front.screen ?? screen.name == screen.name else { return false }
    return use == .external && !screen.snapshot.isNonDesktop
  }

  /// Whether it is what the screen shows.
  var showsFront: Bool { screen != nil && system.model.front != nil && coordinator.decision.picture.isFront }

  /// How it stands to this screen; nil where it is not for it.
  var frontStanding: FrontAppState? {
    guard isFrontScreen, let name = system.frontApp else { return nil }
    if let screen, screen.isGuessed, system.model.front?.asksOfNew == true {
      // What is guessed of it holds for the display of before.
      return coordinator.isLetInUnnamed ? .shown(app: name, role: role) : .unnamed(app: name)
    }
    return choices.front == .waiting ? .waiting(app: name) : .shown(app: name, role: role)
  }

  /// A display that was never seen before waits from now on, where it is asked for, unless somebody has let it in before it said who it is.
  ///
  /// That leave is for the first that says so: what comes after it on the same connector may be another, of whose change nothing else tells.
  func askWhetherNew() {
    guard let screen, !screen.isGuessed else { return }
    let isLetIn = coordinator.isLetInUnnamed
    coordinator.isLetInUnnamed = false
    guard isFrontScreen, system.model.front?.asksOfNew == true, choices.front == nil, record?.mode == nil else {
      return
    }
    remember { $0.choices.front = isLetIn ? .admitted : .waiting }
  }

  /// Whether what is shown makes it a display that was seen before: nothing that is withheld, nothing of an app in front that it waits for
  /// or shows by leave alone, and nobody is seen by a guess that it is he.
  var isBeingSeen: Bool {
    guard let screen, !screen.isStandIn, !isWithheld, choices.front == nil else { return false }
    switch frontStanding {
    case .waiting, .unnamed: return false
    case .shown, nil: return !screen.isGuessed || identity.isUnknown || record?.mode != nil
    }
  }

  /// What the screen is for, by its rule.
  private var use: ScreenUse {
    guard let screen else { return .external }
    let rule = system.model.policy.rules.first(connectorName: screen.name, identity: identity)
    return ScreenSettings(choices: choices, rule: rule, placement: screen.snapshot.placement).use.value
  }

  /// What counts of this screen for the place of an app's application scenes; nil where no display is connected, or it is not ours.
  func candidate(for app: String) -> ApplicationPlacement.Candidate? {
    guard let screen, !screen.isStandIn else { return nil }
    let rule = system.model.policy.rules.first(connectorName: screen.name, identity: identity)
    let use = ScreenSettings(choices: choices, rule: rule, placement: screen.snapshot.placement).use.value
    guard use == .main || use == .external, !screen.snapshot.isNonDesktop else { return nil }
    let isMain = use == .main
    return ApplicationPlacement.Candidate(
      screen: coordinator.id, isMain: isMain,
      isUsable: isMain || (!isWithheld && supportChoice(of: foregroundChoice(rule)?.app, rule).value == .external),
      isByHand: choices.placedApp == app,
      isByRule: rule?.prefersApplication?.value == true && foregroundChoice(rule)?.app == app,
      isByApp: system.applications.appPlaces[app] == coordinator.id)
  }

  /// Why nothing is mirrored, where that is not for want of the user's word.
  var whyNoMirror: String? {
    let picture = coordinator.decision.picture
    let asked = picture.reasons.first { $0.rule == "mirror" } ?? picture.reasons.last
    switch picture.shown {
    case .scene, .applications, .masked, .black:
      guard picture.isAlarm || coordinator.decision.support.value == .mirror else { return nil }
    case .dark, .untouched, .mirror, .idle: break
    }
    return asked.map { ", since \($0.text)" }
  }
}

extension ScreenCoordinator {
  var facts: ScreenFacts { ScreenFacts(coordinator: self) }
  var identity: DisplayIdentity { facts.identity }
  var choices: RuntimeChoices { facts.choices }
  var role: SceneRole { facts.role }

  /// Looks up what counts for the screen, and has it decided what it shows.
  func decide(for screen: Screen) {
    facts.askWhetherNew()
    for scene in stage.scenes { scene.session.passing.onUntil = facts.choices.onUntil }
    let rule = system.model.policy.rules.first(connectorName: screen.name, identity: facts.identity)
    let settings = ScreenSettings(choices: facts.choices, rule: rule, placement: screen.snapshot.placement)
    let wasMain = screen.isMain
    screen.isMain = settings.use.value == .main
    // What is held may be private.
    if wasMain && !screen.isMain || holdsPrivate { endFreeze() }
    decision.rule = rule
    decision.settings = settings
    decision.foreground = facts.foregroundChoice(rule)
    let foreground = decision.foreground?.app
    decision.support = facts.supportChoice(of: foreground, rule)
    stage.tellScheduledPower()
    let standings = system.apps.map { app in
      let configuration = facts.configuration(of: app)
      return AppCandidate(
        name: app.name, role: configuration == nil ? nil : facts.role,
        attachesWindow: stage.attachesWindow(app.name), isDestroyed: stage.destroyed.contains(app.name),
        isFallback: app.isFallback, isAlarm: app.isAlarm, isPrivate: app.isPrivate || configuration?.isPrivate == true,
        support: facts.supportChoice(of: app.name, rule).value, presence: app.presence,
        wantsDark: stage.scenes.contains { $0.session.app == app.name && $0.wantsDark })
    }
    decision.mirrorWish = facts.mirrorWish
    decision.isMirrorChosen = facts.choices.mirror != nil
    decision.mirror = system.relations.mirrorChoice(for: self)
    let question = ShownPictureDecision(
      use: settings.use.value, isNonDesktop: screen.snapshot.isNonDesktop, isPowered: settings.power.value,
      support: decision.support.value, isWithheld: facts.isWithheld, front: facts.frontStanding,
      foreground: standings.first { $0.name == foreground }, others: standings.filter { $0.name != foreground },
      applications: system.applications.applicationStandings(on: self), mirror: decision.mirror,
      cover: PictureCover(isBlank: settings.blank.value, isFrozen: isFrozen))
    decision.picture = question.decide()
    #if DEBUG
      if let mutant = system.mutation?.decide { decision.picture = mutant(question) }
    #endif
  }
}
