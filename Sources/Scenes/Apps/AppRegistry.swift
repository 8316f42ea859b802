internal import DisplayTypes

/// The apps: those of the configuration, and after them those that registered.
///
/// A name belongs to the configuration first; of those that registered, to the one that is there.
struct AppRegistry {
  private(set) var configured: [App]
  private(set) var registered: [App] = []
  /// The daemon's own, which goes before any other of its name.
  var own: App?
  static let capacity = 32
  static let capacityOfUser = 8

  init(configured: [App]) { self.configured = configured }

  var all: [App] {
    guard let own else { return configured + registered }
    return (configured + registered).filter { $0.name != own.name } + [own]
  }

  func app(_ name: String) -> App? {
    if let own, own.name == name { return own }
    return configured.first { $0.name == name } ?? registered.first { $0.name == name }
  }

  /// Returns the registered apps whose names another configuration takes, which are no more.
  mutating func setConfigured(_ apps: [App]) -> [App] {
    configured = apps
    let displaced = registered.filter { app in apps.contains { $0.name == app.name } }
    registered.removeAll { app in displaced.contains { $0 === app } }
    return displaced
  }

  /// Takes an app in, in the place of the one of its name whose controller has gone; returns the app that had to go for it.
  mutating func register(_ app: App, isReplacing: Bool = false) throws(SceneError) -> App? {
    guard !configured.contains(where: { $0.name == app.name }), own?.name != app.name else {
      throw .nameTaken(app: app.name)
    }
    let former = registered.first { $0.name == app.name }
    if let former, !isReplacing, former.presence == .here { throw .nameTaken(app: app.name) }
    // Where one goes on under another controller, there are no more than before.
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

  /// Takes in an app of an earlier process; no other app goes for it.
  mutating func restore(_ app: App) {
    guard registered.count < AppRegistry.capacity, self.app(app.name) == nil else { return }
    registered.append(app)
  }

  /// The app that has to go for another; nil if there is room.
  ///
  /// Of the same user, or of no known user: the one whose controller has been gone for longest.
  private func leaver(for app: App) throws(SceneError) -> App? {
    let others = registered.filter { $0.name != app.name }
    let own = others.filter { app.owner != nil && $0.owner == app.owner }
    let isOwnFull = own.count >= AppRegistry.capacityOfUser
    guard isOwnFull || others.count >= AppRegistry.capacity else { return nil }
    let candidates = isOwnFull ? own : others.filter { $0.owner == nil || $0.owner == app.owner }
    let gone = candidates.filter { $0.presence != .here }
    // What is to stay on the screen goes last.
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

  /// Those that are kept over a restart: their screens show the same picture after it, or are black, until they return.
  ///
  /// With `fallback` it is as if they were not there.
  var records: [AppRecord] {
    registered.filter { $0.controllerLoss != .fallback }.map {
      AppRecord(
        name: $0.name, manifest: $0.manifest, isFallback: $0.isFallback, isPrivate: $0.isPrivate,
        support: $0.support?.value, owner: $0.owner, controllerLoss: $0.controllerLoss)
    }
  }
}

/// The first day of absence of apps of which something is kept besides sessions.
///
/// Pure. Days are counted from 1970-01-01 in UTC.
nonisolated struct AbsentApps: Hashable {
  private(set) var days: [String: Int]

  init(_ days: [String: Int]) { self.days = days }

  /// Counts on to a day, and takes out those whose time is over.
  ///
  /// `named` are apps of which something is kept, `present` those that are there, or have sessions.
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

  /// Takes an app in beside those of the configuration, or again under its name.
  ///
  /// It finds the sessions of its name, and its connected scenes go on. With `isReplacing` it gets another controller.
  package func register(_ app: App, isReplacing: Bool = false) throws(SceneError) {
    let removed = try model.registry.register(app, isReplacing: isReplacing)
    pass.input {
      if let removed {
        forgetPlace(of: removed.name)
        post(.appDidUnregister(app: removed.name))
      }
      post(.appDidRegister(app: app.name))
      for name in [app.name, removed?.name].compactMap(\.self) { appDidChange(name) }
      pass.notify { [self] in sessionRules.notifyDiscarded() }
    }
  }

  /// Takes in an app of an earlier process, whose controller is not there.
  package func restore(_ app: App) {
    app.presence = .gone(app.controllerLoss)
    model.registry.restore(app)
  }

  /// The controller of a registered app has gone.
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
  package func unregister(_ name: String) throws(SceneError) {
    guard model.registry.remove(name) != nil else {
      guard app(name) == nil else {
        throw .notNow(
          "\(name) is an app of the configuration file, which nobody unregisters: take it out of that, and reload")
      }
      throw .noSuchApp(name, near: apps.map(\.name))
    }
    pass.input {
      forgetPlace(of: name)
      post(.appDidUnregister(app: name))
      appDidChange(name)
    }
  }

  /// Names are unlimited, so the place that an app chose goes with it.
  private func forgetPlace(of name: String) {
    applications.appPlaces[name] = nil
    applications.homes[name] = nil
  }

  private func appDidChange(_ name: String) {
    for coordinator in coordinators {
      coordinator.stage.appDidChange(name)
      coordinator.reconsider()
    }
    applications.applicationsDidChange()
  }

  /// The most apps whose support choice is kept.
  static let supportChoices = 256

  /// Forgets what is kept of apps that have been away for a year and have no sessions: of support, and where they were placed.
  func expireChoices() {
    guard let today = sessionRules.today else { return }
    let named = Set(model.support.apps.keys).union(model.memory.records.compactMap(\.choices.placedApp))
    let present = Set(apps.map(\.name)).union(store.sessions.map(\.app))
    let over = model.absent.takeOver(named: named, present: present, today: today)
    guard !over.isEmpty else { return }
    for name in over { model.support.apps[name] = nil }
    model.memory.updateChoices { if let placed = $1.placedApp, over.contains(placed) { $1.placedApp = nil } }
  }

  /// Makes room for the support choice of an app: the choice of the app that is away for longest goes.
  func makeRoomForSupport(of app: String) {
    guard model.support.apps[app] == nil, model.support.apps.count >= Self.supportChoices else { return }
    let gone = model.support.apps.keys.filter { self.app($0) == nil }
    let first = gone.min { (model.absent.days[$0] ?? .max, $0) < (model.absent.days[$1] ?? .max, $1) }
    if let first { model.support.apps[first] = nil }
  }
}
