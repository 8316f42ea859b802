package import DisplayTypes
package import Presentation

/// All screens, apps, sessions and scenes of a process. It receives the reports of the display thread. It returns commands for that thread,
/// events, and the state to store. Belongs to the main thread, and to its maker: the daemon, or `SceneHost`, which lives longer.
public final class SceneSystem {
  /// The functions that the system needs from its owner.
  package typealias Outlets = SceneOutlets

  let clock: any DisplayClock
  let outlets: Outlets
  private(set) lazy var pass = SettlePass(system: self, outlets: outlets)
  let requests = PictureRequests()
  package private(set) lazy var lifetimes = SessionLifetimes(self, kept: pass.keptState)
  package private(set) lazy var alarms = RaisedAlarms(self)
  private(set) lazy var calls = SceneCalls(self)
  package private(set) lazy var layouts = LayoutRequests(self)
  private(set) lazy var mirrors = MirrorUpdates(self)
  var model: SceneModel
  private var observers: [WeakObserver] = []
  package private(set) lazy var applications = ApplicationScenes(self)
  private(set) var coordinators: [ScreenCoordinator] = []
  /// The screens in the current report with a settled EDID. Of equal displays, the first one does not take the session of another.
  private(set) var reported: [ScreenSnapshot] = []
  package private(set) lazy var presenter = TogetherPresenter(self)

  /// Makes the system from a stored state; nothing is shown before the first report.
  package init(
    clock: any DisplayClock, outlets: Outlets, policy: ScreenPolicy, apps: [App],
    state: PersistentState? = nil
  ) {
    let state = state ?? PersistentState()
    self.clock = clock
    self.outlets = outlets
    model = SceneModel(policy: policy, apps: apps, kept: state)
    pass.keptState = state
    alarms.restoreConfigured()
    lifetimes.notifyDiscarded()
  }

  /// The connected screens: the main screen first, then by arrival.
  public var screens: [Screen] {
    let connected = coordinators.compactMap(\.screen).filter { !$0.isStandIn }
    return connected.filter(\.isMain) + connected.filter { !$0.isMain }
  }

  var store: SessionStore { lifetimes.store }

  /// The sessions, also those of displays that are unplugged.
  public var sessions: [SceneSession] { store.sessions }

  /// Handles a report of the display thread.
  package func handle(_ report: DisplayReport) {
    // A presented picture changes no state and no decision.
    let isPicture = if case .presented = report { true } else { false }
    pass.input(isPicture: isPicture) {
      switch report {
      case .screens(let changes):
        reported = changes.compactMap(\.snapshot).filter { $0.edidState == .settled }
        for change in changes { handle(change) }
        reported = []
      case .tested(let screen, let token, let result): coordinator(screen)?.modeSetting.tested(token, result)
      case .configured(let screen, let token, let result): coordinator(screen)?.modeSetting.configured(token, result)
      case .turnedOff(let screen, let token, let result): coordinator(screen)?.modeSetting.turnedOff(token, result)
      case .presented(let answered, let record):
        for request in answered { requests.answer(request, .shown(record)) }
      case .refused(let screen, let lost, let error):
        let name = coordinator(screen)?.screen?.name ?? "the screen"
        let message = "\(name) could not show it: its device is gone; the change is shown when it returns: \(error)"
        for request in lost { requests.answer(request, .failed(.notNow(message))) }
      case .stalled(let screen, let token): coordinator(screen)?.modeSetting.stalled(token)
      case .played, .observed, .notice: break
      }
    }
  }

  /// Applies a configuration; returns the names of registered apps that its apps replace. A new foreground app, or a new support while it
  /// is in the foreground, replaces the run-time choice.
  @discardableResult
  package func apply(policy: ScreenPolicy, apps: [App], completion: ((ScreenOutcomes) -> Void)? = nil) -> [String] {
    pass.input {
      let covered = coordinators.coveredContents
      if policy.foregroundApp != model.policy.foregroundApp { model.chosenForegroundApp = nil }
      if policy.support != model.policy.support { model.support.overall = nil }
      for app in apps where app.support != self.app(app.name)?.support { model.support.apps[app.name] = nil }
      model.policy = policy
      let displaced = model.registry.setConfigured(apps)
      alarms.restoreConfigured()
      for coordinator in coordinators { coordinator.standIn.endIfUnwanted() }
      for coordinator in coordinators { coordinator.configurationDidChange() }
      applications.applicationsDidChange()
      if let completion { reconsider(coordinators, after: covered, completion: completion) }
      lifetimes.notifyDiscarded()
      return displaced.map(\.name)
    }
  }

  /// Forgets run-time choices whose keys in the configuration have changed; call `apply` next.
  package func changeChoices(_ body: (DisplayRecord, inout RuntimeChoices) -> Void) {
    pass.input { model.memory.updateChoices(body) }
  }

  /// Puts an app in the foreground of a screen, or of all screens; the choice is stored. The completion gets the outcome on each affected
  /// screen that is connected, by its name.
  package func setForeground(
    _ app: String, on name: String?, completion: @escaping (ScreenOutcomes) -> Void
  ) throws(SceneError) {
    try pass.input { () throws(SceneError) in
      try pass.checkRunning()
      guard self.app(app) != nil else { throw .noSuchApp(app, near: alarms.otherApps) }
      try alarms.refuseRaised(app)
      guard app != frontApp else { throw .notNow("\(app) is in front of everything until it ends") }
      let concerned = try name.map { name throws(SceneError) in [try find(name)] } ?? coordinators
      if name == nil {
        model.chosenForegroundApp = app
        // The choice for all screens replaces the choices for single displays, including absent displays.
        model.memory.updateChoices { $1.foregroundApp = nil }
      }
      for coordinator in concerned {
        coordinator.screenScenes.destroyed.remove(app)
        if name != nil { coordinator.remember { $0.choices.foregroundApp = app } }
      }
      applications.groups[app]?.isDestroyed = false
      post(.appDidBecomeForeground(app: app, screen: name))
      reconsider(concerned, completion: completion)
    }
  }

  /// Decides again on screens. The completion gets the outcome on each connected screen, by its name.
  ///
  /// - Parameter covered: the `coveredContents` before the change. With it, a screen whose picture stays has no outcome, unless what its cover
  ///   hides has changed.
  func reconsider(
    _ concerned: [ScreenCoordinator], after covered: [ScreenID: CoveredContent]? = nil,
    completion: @escaping (ScreenOutcomes) -> Void
  ) {
    let connected = concerned.filter { $0.screen != nil }
    let outcomes = collector(of: connected.count, completion)
    for coordinator in connected {
      guard let name = coordinator.screen?.name else { continue }
      let unchanged = covered.map { covered in
        {
          let hidden = coordinator.screenScenes.content.reasonIfHidden(after: covered[coordinator.id])
          if let hidden { outcomes.add(.kept(hidden), on: name) } else { outcomes.skip() }
        }
      }
      coordinator.reconsider(completion: { outcomes.add($0, on: name) }, unchanged: unchanged)
    }
  }

  func collector(of count: Int, _ completion: @escaping (ScreenOutcomes) -> Void) -> PictureOutcomeCollector {
    PictureOutcomeCollector(count: count) { [pass] outcomes in pass.answer { completion(outcomes) } }
  }

  /// The foreground app of screens without their own choice.
  package var foregroundApp: String? { model.chosenForegroundApp ?? model.policy.foregroundApp?.value }

  /// The coordinator of a connected screen.
  public func find(_ name: String) throws(SceneError) -> ScreenCoordinator {
    if let found = coordinators.first(where: { $0.screen?.name == name }) { return found }
    throw .noSuchScreen(name, near: screens.map(\.name))
  }

  /// Turns every screen off and on after a sleep, because its display has lost the link.
  package func resume() {
    pass.input { for coordinator in coordinators { coordinator.modeSetting.relight() } }
  }

  /// Ends every scene, and answers every request; the display thread turns the screens off. Later changes of screens and scenes are refused
  /// or have no effect.
  package func shutDown() {
    guard !pass.isEnded else { return }
    pass.input {
      pass.end()
      for coordinator in coordinators { coordinator.shutDown() }
      for group in applications.groups.values { group.end(group.scenes, .shutdown) }
      requests.answerAll(.kept(SettlePass.endedReason))
    }
  }

  func post(_ kind: SceneEvent.Kind) { pass.post(kind) }

  /// Notifies observers in the order in which they were added.
  func notifyObservers(_ body: @escaping (any ScreenObserver) -> Void) {
    pass.notify { [unowned self] in for observer in observers.compactMap(\.observer) { body(observer) } }
  }

  package var lastEventSequence: UInt64 { pass.lastEvent }

  /// Makes a timer whose body is an input.
  func makeTimer(_ body: @escaping () -> Void) -> any DisplayTimer {
    clock.makeTimer { [weak self] in self?.pass.input(body) }
  }

  /// If there are too many background scenes, ends those that have been there longest. A scene without a window uses no memory for one, and
  /// may attach one later, as an alarm does.
  func reclaimBackgroundScenes() {
    // Scenes that keep their screen dark report when it is lit again, so they do not end.
    let waiting = (coordinators.flatMap(\.screenScenes.scenesToReclaim) + applications.groups.values.flatMap(\.scenes))
      .filter { $0.state == .background && $0.window != nil }.sorted { $0.backgroundOrder < $1.backgroundOrder }
    for scene in waiting.dropLast(max(0, model.policy.backgroundScenes)) { scene.owner?.end([scene], .reclaimed) }
  }

  var state: PersistentState { model.state(store.records, discarded: lifetimes.undelivered, alarms: alarms.records) }

  /// Decides on marked screens, and marks the screens that depend on them.
  func decideMarked() {
    for coordinator in applications.movedApplications() { coordinator.reconsider() }
    let undecided = pass.takeUndecided()
    for coordinator in undecided { coordinator.prepareDecision() }
    for coordinator in undecided { coordinator.decideAgain() }
    mirrors.sourcesMayHaveChanged()
  }

  func remember(
    _ identity: DisplayIdentity, on connector: String, taken: Set<String>, _ body: (inout DisplayRecord) -> Void
  ) {
    model.memory.update(identity, on: connector, taken: taken, body)
    pass.markKept()
  }

  func forget(_ coordinator: ScreenCoordinator) { coordinators.removeAll { $0 === coordinator } }

  func coordinator(_ screen: ScreenID) -> ScreenCoordinator? { coordinators.first { $0.id == screen } }

  private func handle(_ change: ScreenChange) {
    switch change {
    case .connected(let snapshot):
      let coordinator = coordinator(snapshot.id) ?? ScreenCoordinator(id: snapshot.id, system: self)
      // Screens are in order of arrival, so a screen that returns goes to the end.
      coordinators.removeAll { $0 === coordinator }
      coordinators.append(coordinator)
      coordinator.connected(snapshot)
    case .changed(let snapshot): coordinator(snapshot.id)?.changed(snapshot)
    case .disconnected(let screen): coordinator(screen)?.disconnected()
    }
  }
}

extension SceneSystem {
  /// Adds an observer of screens without keeping it alive. `screens` lists the screens that are connected now.
  public func add(_ observer: any ScreenObserver) {
    remove(observer)
    observers.append(WeakObserver(observer: observer))
  }

  /// Removes an observer.
  public func remove(_ observer: any ScreenObserver) {
    observers.removeAll { $0.observer == nil || $0.observer === observer }
  }

  /// Handles a window that an app without a scene has put on a screen or removed.
  func windowDidChange(of app: String, on screen: String) {
    pass.input { coordinator(of: screen)?.reconsider() }
  }
}

extension SceneSystem {
  /// Chooses the support of external displays; nil returns to the configuration. The choice takes effect at once and is stored. The
  /// completion gets the outcome on each affected screen that is connected, by its name.
  package func setSupport(
    _ choice: ExternalSupport?, for scope: SupportScope, completion: @escaping (ScreenOutcomes) -> Void
  ) throws(SceneError) {
    try pass.input { () throws(SceneError) in
      let concerned: [ScreenCoordinator]
      switch scope {
      case .overall:
        model.support.overall = choice
        concerned = coordinators
      case .app(let name):
        guard let app = self.app(name) else { throw .noSuchApp(name, near: alarms.otherApps) }
        try alarms.refuseRaised(name)
        if choice != nil { makeRoomForSupport(of: name) }
        model.support.apps[name] = choice
        concerned = coordinators.filter { app.isFallback || $0.decision.foreground?.app == name }
      case .screen(let name):
        let coordinator = try find(name)
        coordinator.remember { $0.choices.support = choice }
        concerned = [coordinator]
      }
      reconsider(concerned, completion: completion)
    }
  }
}

/// The functions that the system needs from its owner.
package struct SceneOutlets {
  /// Passes a command to the display thread.
  package var command: (DisplayCommand) -> Void
  /// Posts an event; called after the event's lifecycle call.
  package var event: (SceneEvent) -> Void
  /// Stores the state. It returns before the state is safe on the disk.
  package var persist: (PersistentState) -> Void
  /// Asks the daemon to end, because no retry has helped; its supervisor then starts it again.
  package var giveUp: (String) -> Void
  /// Makes a new identifier for a session.
  package var makeIdentifier: () -> String
  /// Returns seconds since 1970 by the wall clock; nil while it is not set.
  package var wallSeconds: () -> Int64?
  /// Reports a session whose schedule has switched the power of its screen.
  package var scheduledPower: (_ session: String, _ isOn: Bool) -> Void

  /// Makes outlets.
  package init(
    command: @escaping (DisplayCommand) -> Void, event: @escaping (SceneEvent) -> Void,
    persist: @escaping (PersistentState) -> Void, giveUp: @escaping (String) -> Void,
    makeIdentifier: @escaping () -> String, wallSeconds: @escaping () -> Int64?,
    scheduledPower: @escaping (_ session: String, _ isOn: Bool) -> Void = { _, _ in }
  ) {
    self.command = command
    self.event = event
    self.persist = persist
    self.giveUp = giveUp
    self.makeIdentifier = makeIdentifier
    self.wallSeconds = wallSeconds
    self.scheduledPower = scheduledPower
  }
}

extension SceneSystem {
  /// Posts a display's report of its power.
  package func reportPower(on screen: String, _ message: String) {
    pass.input { post(.displayDidTellPower(screen: screen, message: message)) }
  }

  /// Posts that another configuration is in force.
  package func reportReload() { pass.input(isPicture: true) { post(.configurationDidReload) } }
}

extension ScreenCoordinator {
  /// Whether the daemon wants a signal on a connector; nil if the signal is not the daemon's, or there is no display.
  package var wantsSignal: Bool? {
    guard let screen, !screen.isStandIn, !decision.steps.isEmpty, decision.settings != nil else { return nil }
    return switch decision.picture.shown {
    case .dark(.power), .dark(.schedule): false
    case .dark(.use), .dark(.support), .untouched: nil
    case .scene, .applications, .masked, .black, .mirror, .idle: true
    }
  }
}

extension ScreenScenes {
  /// Reports scenes whose schedules have switched the power since the last call.
  func reportScheduledPower() {
    for scene in scenes where scene.wantsDark != scene.power.isReportedDark {
      scene.power.isReportedDark = scene.wantsDark
      pass.reportPower(of: scene.session.identifier, isOn: !scene.wantsDark)
    }
  }
}
