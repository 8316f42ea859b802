internal import DisplayTypes

/// The apps of the configuration, followed by the registered apps. A registered app cannot have the name of a configured app. Of registered
/// apps, the name belongs to the app whose controller is there.
struct AppRegistry {
  private(set) var configured: [App]
  private(set) var registered: [App] = []
  /// The daemon's own apps, which have priority over other apps of their names.
  var own: [App] = []
  static let capacity = 32
  static let capacityOfUser = 8

  init(configured: [App]) { self.configured = configured }

  var all: [App] {
    let others = configured + registered
    return own.isEmpty ? others : others.filter { other in !own.contains { $0.name == other.name } } + own
  }

  func app(_ name: String) -> App? {
    let find = { (apps: [App]) in apps.first { $0.name == name } }
    return find(own) ?? find(configured) ?? find(registered)
  }

  /// Returns the registered apps that were removed because a configured app has their name.
  mutating func setConfigured(_ apps: [App]) -> [App] {
    configured = apps
    let displaced = registered.filter { app in apps.contains { $0.name == app.name } }
    registered.removeAll { app in displaced.contains { $0 === app } }
    return displaced
  }

  /// Adds an app, or replaces the app of its name whose controller has gone. Returns the app that was removed to make room.
  mutating func register(_ app: App, isReplacing: Bool = false) throws(SceneError) -> App? {
    guard !(configured + own).contains(where: { $0.name == app.name }) else {
      throw .nameTaken(app: app.name)
    }
    let former = registered.first { $0.name == app.name }
    if let former, !isReplacing, former.presence == .here { throw .nameTaken(app: app.name) }
    // A change of the controller does not raise the number of apps.
    let isChange = isReplacing && former != nil
    let removed = try isChange ? nil : leaver(for: app)
    registered.removeAll { $0 === removed }
    if let index = registered.firstIndex(where: { $0.name == app.name }) {
      registered[index] = app
    } else {
      registered.append(app)
    }
    return removed
  }

  /// Adds an app of an earlier process, without removing another app.
  mutating func restore(_ app: App) {
    guard registered.count < AppRegistry.capacity, self.app(app.name) == nil else { return }
    registered.append(app)
  }

  /// The app to remove for a new one; nil if there is room. Only apps of the same user or of an unknown user count. The app whose
  /// controller has been gone longest is removed.
  private func leaver(for app: App) throws(SceneError) -> App? {
    let others = registered.filter { $0.name != app.name }
    let own = others.filter { app.owner != nil && $0.owner == app.owner }
    let isOwnFull = own.count >= AppRegistry.capacityOfUser
    guard isOwnFull || others.count >= AppRegistry.capacity else { return nil }
    let candidates = isOwnFull ? own : others.filter { $0.owner == nil || $0.owner == app.owner }
    let gone = candidates.filter { $0.presence != .here }
    // Apps whose picture stays on the screen go last.
    guard let leaver = gone.first(where: { !$0.presence.isShown }) ?? gone.first else {
      throw .tooManyApps(limit: isOwnFull ? AppRegistry.capacityOfUser : AppRegistry.capacity, ofUser: isOwnFull)
    }
    return leaver
  }

  /// Nil if no registered app has that name.
  mutating func remove(_ name: String) -> App? {
    guard let index = registered.firstIndex(where: { $0.name == name }) else { return nil }
    return registered.remove(at: index)
  }

  /// The apps to keep over a restart. Until they return, their screens show the same picture, or black. Apps with `fallback` are not kept.
  var records: [AppRecord] {
    registered.filter { $0.controllerLoss != .fallback }.map {
      AppRecord(
        name: $0.name, manifest: $0.manifest, isFallback: $0.isFallback, isPrivate: $0.isPrivate,
        support: $0.support?.value, owner: $0.owner, controllerLoss: $0.controllerLoss)
    }
  }
}

/// The first day of absence of each app for which choices are kept besides sessions. Pure. Days are counted from 1970-01-01 in UTC.
nonisolated struct AbsentApps: Hashable {
  private(set) var days: [String: Int]

  init(_ days: [String: Int]) { self.days = days }

  /// Updates the absent apps to a day; removes and returns the apps whose time is over. `named`: apps for which something is kept.
  /// `present`: apps that are here, or have sessions.
  mutating func takeOver(named: Set<String>, present: Set<String>, today: Int) -> Set<String> {
    days = days.filter { named.contains($0.key) && !present.contains($0.key) }
    for name in named.subtracting(present) where days[name] == nil { days[name] = today }
    let over = Set(days.filter { today - $0.value > SessionExpiry.lifetime }.keys)
    for name in over { days[name] = nil }
    return over
  }
}

extension SceneSystem {
  package var apps: [App] { model.registry.all }

  package func app(_ name: String) -> App? { model.registry.app(name) }

  /// In the order of their registration.
  package var registeredApps: [App] { model.registry.registered }

  /// Registers an app, or registers it again under its name. The app gets the sessions of its name, and its connected scenes continue. With
  /// `isReplacing`, another controller takes it over.
  package func register(_ app: App, isReplacing: Bool = false) throws(SceneError) {
    try pass.input { () throws(SceneError) in
      let removed = try model.registry.register(app, isReplacing: isReplacing)
      if let removed {
        forgetPlace(of: removed.name)
        post(.appDidUnregister(app: removed.name))
      }
      post(.appDidRegister(app: app.name))
      for name in [app.name, removed?.name].compactMap(\.self) { appDidChange(name) }
      lifetimes.notifyDiscarded()
    }
  }

  /// Adds an app of an earlier process; its controller is not there. Part of the start: the model becomes the kept one before the first
  /// input. So nothing is decided or kept.
  package func restore(_ app: App) {
    assert(coordinators.isEmpty, "an app is restored after the start")
    app.presence = .gone(app.controllerLoss)
    model.registry.restore(app)
  }

  /// Records that the controller of a registered app has gone.
  package func loseController(of name: String) {
    guard let app = model.registry.registered.first(where: { $0.name == name }), app.presence == .here else {
      return
    }
    pass.input {
      app.presence = .gone(app.controllerLoss)
      post(.appDidLoseController(app: name, app.controllerLoss))
      guard app.controllerLoss != .keep else { return }
      for coordinator in coordinators { coordinator.reconsider() }
    }
  }

  /// Forgets a registered app, and ends its scenes; its sessions and choices stay (`expireChoices`).
  package func unregister(_ name: String, completion: ((ScreenOutcomes) -> Void)? = nil) throws(SceneError) {
    try pass.input { () throws(SceneError) in
      try alarms.refuseRaised(name)
      let covered = coordinators.coveredContents
      guard model.registry.remove(name) != nil else {
        guard app(name) == nil else {
          throw .notNow(
            "\(name) is an app of the configuration file and cannot be unregistered: remove it from the file, and reload"
          )
        }
        throw .noSuchApp(name, near: alarms.otherApps)
      }
      forgetPlace(of: name)
      post(.appDidUnregister(app: name))
      appDidChange(name)
      if let completion { reconsider(coordinators, after: covered, completion: completion) }
    }
  }

  /// The number of possible names is unlimited, so the place that an app chose is forgotten with the app.
  private func forgetPlace(of name: String) {
    applications.appPlaces[name] = nil
    applications.homes[name] = nil
  }

  private func appDidChange(_ name: String) {
    for coordinator in coordinators {
      coordinator.screenScenes.appDidChange(name)
      coordinator.reconsider()
    }
    applications.appDidChange(name)
  }

  /// The largest number of apps whose support choice is kept.
  static let supportChoices = 256

  /// Forgets support choices and places of apps that have been away for a year and have no sessions.
  func expireChoices() {
    guard let today = lifetimes.today else { return }
    let named = Set(model.support.apps.keys).union(model.memory.records.compactMap(\.choices.placedApp))
    let present = Set(apps.map(\.name)).union(store.sessions.map(\.app))
    let over = model.absent.takeOver(named: named, present: present, today: today)
    guard !over.isEmpty else { return }
    for name in over { model.support.apps[name] = nil }
    model.memory.updateChoices { if let placed = $1.placedApp, over.contains(placed) { $1.placedApp = nil } }
  }

  /// Makes room for the support choice of an app: removes the choice of the app that has been away longest.
  func makeRoomForSupport(of app: String) {
    guard model.support.apps[app] == nil, model.support.apps.count >= Self.supportChoices else { return }
    let gone = model.support.apps.keys.filter { self.app($0) == nil }
    let first = gone.min { (model.absent.days[$0] ?? .max, $0) < (model.absent.days[$1] ?? .max, $1) }
    if let first { model.support.apps[first] = nil }
  }
}
