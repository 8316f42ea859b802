internal import DisplayTypes

extension ScreenCoordinator {
  /// Whose sessions and choices count here: the display's; while it has not said who it is, those of the last on this connector.
  var identity: DisplayIdentity {
    screen.map { identity(of: $0.snapshot) } ?? .unknown
  }

  /// Whose sessions and choices count where this is seen.
  func identity(of snapshot: ScreenSnapshot) -> DisplayIdentity {
    if snapshot.edidState == .guessed, let last = system.memory.lastKnown(on: snapshot.name) { return last.identity }
    return snapshot.identity
  }

  /// Other connectors on which an equal display is connected.
  var taken: Set<String> { system.connectorsTaken(by: identity, besides: screen?.name ?? "") }

  /// Connectors to which sessions for equal displays belong: one is connected there, or is remembered to have been, and may not
  /// have been heard of yet.
  var takenBySessions: Set<String> {
    taken.union(system.memory.connectors(of: identity).filter { $0 != screen?.name })
  }

  /// What is remembered of the display.
  var record: DisplayRecord? {
    guard let screen else { return nil }
    return system.memory.record(of: identity, on: screen.name, taken: taken)
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
    guard record != nil, !isWaitingForEDID, !isStandIn else { return }
    let today = system.today
    remember { $0.lastSeenDay = today ?? $0.lastSeenDay }
  }

  /// Looks up what counts for the screen, and has it decided what it shows.
  func decide(for screen: Screen) {
    askWhetherNew()
    for scene in stage.scenes { scene.session.onUntil = choices.onUntil }
    let rule = system.policy.rules.first(connectorName: screen.name, identity: identity)
    let settings = ScreenSettings(choices: choices, rule: rule, placement: screen.snapshot.placement)
    let wasMain = screen.isMain
    screen.isMain = settings.use.value == .main
    // What is held may be private.
    if wasMain && !screen.isMain || holdsPrivate { endFreeze() }
    decision.rule = rule
    decision.settings = settings
    decision.foreground = foregroundChoice(rule)
    let foreground = decision.foreground?.app
    decision.support = supportChoice(of: foreground, rule)
    stage.tellScheduledPower()
    let standings = system.apps.map { app in
      let configuration = configuration(of: app)
      return AppCandidate(
        name: app.name, role: configuration == nil ? nil : role,
        attachesWindow: stage.attachesWindow(app.name), isDestroyed: stage.destroyed.contains(app.name),
        isFallback: app.isFallback, isAlarm: app.isAlarm, isPrivate: app.isPrivate || configuration?.isPrivate == true,
        support: supportChoice(of: app.name, rule).value, presence: app.presence,
        wantsDark: stage.scenes.contains { $0.session.app == app.name && $0.wantsDark })
    }
    decision.mirrorWish = mirrorWish
    decision.isMirrorChosen = choices.mirror != nil
    decision.mirror = system.mirrorChoice(for: self)
    let question = ShownPictureDecision(
      use: settings.use.value, isNonDesktop: screen.snapshot.isNonDesktop, isPowered: settings.power.value,
      support: decision.support.value, isWithheld: isWithheld, front: frontStanding,
      foreground: standings.first { $0.name == foreground }, others: standings.filter { $0.name != foreground },
      applications: system.applicationStandings(on: self), mirror: decision.mirror,
      cover: PictureCover(isBlank: settings.blank.value, isFrozen: isFrozen))
    decision.picture = question.decide()
    #if DEBUG
      if let mutant = system.mutation?.decide { decision.picture = mutant(question) }
    #endif
  }

  /// What the user wants of this screen where an app is in the foreground.
  func supportChoice(of app: String?, _ rule: ModeRule?) -> SupportChoice {
    system.support.resolve(
      screen: choices.support, app: app, screenInFile: rule?.support,
      appInFile: app.flatMap(system.app)?.support, overallInFile: system.policy.support)
  }

  /// What was chosen at run time goes before the file, and what is said of this screen before what is said of all; an app that is no
  /// more, or whose controller has gone and which leaves its screens to the next, says nothing.
  func foregroundChoice(_ rule: ModeRule?) -> ForegroundChoice? {
    let all = [
      choices.foregroundApp.map { ForegroundChoice($0, .runtime, isForAllScreens: false) },
      system.chosenForegroundApp.map { ForegroundChoice($0, .runtime, isForAllScreens: true) },
      rule?.app.map { ForegroundChoice($0.value, .configuration($0.location), isForAllScreens: false) },
      system.policy.foregroundApp.map {
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
    if app === system.front?.app { return isFrontScreen ? app.manifest.frontConfiguration : nil }
    return app.manifest.configuration(for: role, connector: screen.name, identity: identity)
  }

  /// The role of the scenes that the screen shows.
  var role: SceneRole {
    let rule = screen.flatMap { system.policy.rules.first(connectorName: $0.name, identity: identity) }
    return rule?.role.map { SceneRole(rawValue: $0.value) } ?? .externalDisplayNonInteractive
  }

  /// What the manifest of the app whose scene is due here says for this screen.
  var dueConfiguration: SceneConfiguration? {
    let name: String
    switch decision.picture.shown {
    case .scene(let app, _), .black(let app), .dark(.schedule(let app, _)): name = app
    case .dark, .untouched, .applications, .masked, .mirror, .idle: return nil
    }
    guard let configuration = system.app(name).flatMap(configuration) else { return nil }
    return stage.answeredConfiguration(of: name) ?? configuration
  }

  /// A display that has never shown a scene, where the configuration says that such a one shows none.
  ///
  /// It stays one through replugs, until somebody puts an app on it.
  var isWithheld: Bool {
    guard system.policy.unknownScreens != .show else { return false }
    return record?.mode == nil && choices.foregroundApp == nil
  }
}
