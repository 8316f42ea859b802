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

  init(configured: [App]) {
    self.configured = configured
  }

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

struct AppChanges {
  unowned let system: SceneSystem

  var apps: [App] { system.model.registry.all }

  func app(_ name: String) -> App? { system.model.registry.app(name) }

  var registeredApps: [App] { system.model.registry.registered }

  func register(_ app: App, isReplacing: Bool = false) throws(SceneError) {
    let removed = try system.model.registry.register(app, isReplacing: isReplacing)
    system.pass.input {
      if let removed {
        forgetPlace(of: removed.name)
        system.post(.appDidUnregister(app: removed.name))
      }
      system.post(.appDidRegister(app: app.name))
      for name in [app.name, removed?.name].compactMap(\.self) { appDidChange(name) }
      system.pass.tell { [self] in system.sessionRules.tellDiscarded() }
    }
  }

  func restore(_ app: App) {
    app.presence = .gone(app.controllerLoss)
    system.model.registry.restore(app)
  }

  func loseController(of name: String) {
    guard let app = system.model.registry.registered.first(where: { $0.name == name }), app.presence == .here else {
      return
    }
    system.pass.input {
      app.presence = .gone(app.controllerLoss)
      system.post(.appDidLoseController(app: name, app.controllerLoss))
      guard app.controllerLoss != .keep else { return }
      for coordinator in system.coordinators { coordinator.reconsider() }
    }
  }

  func unregister(_ name: String) throws(SceneError) {
    guard system.model.registry.remove(name) != nil else {
      guard app(name) == nil else {
        throw .notNow(
          "\(name) is an app of the configuration file, which nobody unregisters: take it out of that, and reload")
      }
      throw .noSuchApp(name, near: apps.map(\.name))
    }
    system.pass.input {
      forgetPlace(of: name)
      system.post(.appDidUnregister(app: name))
      appDidChange(name)
    }
  }

  /// Names are unlimited, so the place that an app chose goes with it.
  private func forgetPlace(of name: String) {
    system.applications.appPlaces[name] = nil
    system.applications.homes[name] = nil
  }

  private func appDidChange(_ name: String) {
    for coordinator in system.coordinators {
      coordinator.stage.appDidChange(name)
      coordinator.reconsider()
    }
    system.applications.applicationsDidChange()
  }

  /// The most apps whose support choice is kept.
  static let supportChoices = 256

  /// Forgets what is kept of apps that have been away for a year and have no sessions: of support, and where they were placed.
  func expireChoices() {
    guard let today = system.sessionRules.today else { return }
    let named = Set(system.model.support.apps.keys).union(system.model.memory.records.compactMap(\.choices.placedApp))
    let present = Set(apps.map(\.name)).union(system.store.sessions.map(\.app))
    let over = system.model.absent.takeOver(named: named, present: present, today: today)
    guard !over.isEmpty else { return }
    for name in over { system.model.support.apps[name] = nil }
    system.model.memory.updateChoices { if let placed = $1.placedApp, over.contains(placed) { $1.placedApp = nil } }
  }

  /// Makes room for the support choice of an app: the choice of the app that is away for longest goes.
  func makeRoomForSupport(of app: String) {
    guard system.model.support.apps[app] == nil, system.model.support.apps.count >= Self.supportChoices else { return }
    let gone = system.model.support.apps.keys.filter { self.app($0) == nil }
    let first = gone.min { (system.model.absent.days[$0] ?? .max, $0) < (system.model.absent.days[$1] ?? .max, $1) }
    if let first { system.model.support.apps[first] = nil }
  }
}

extension SceneSystem {
  var appChanges: AppChanges { AppChanges(system: self) }

  package var apps: [App] { appChanges.apps }

  package func app(_ name: String) -> App? { appChanges.app(name) }

  /// In the order of their registration.
  package var registeredApps: [App] { appChanges.registeredApps }

  /// Takes an app in beside those of the configuration, or anew under its name, where its controller has gone.
  ///
  /// It finds the sessions of its name; scenes that are connected go on. Kept when it returns, where its screens keep their picture
  /// without it.
  ///
  /// Where it replaces the one that is there, its controller is another from now on.
  package func register(_ app: App, isReplacing: Bool = false) throws(SceneError) {
    try appChanges.register(app, isReplacing: isReplacing)
  }

  /// Takes in an app of an earlier process, whose controller is not there.
  package func restore(_ app: App) { appChanges.restore(app) }

  /// The controller of a registered app has gone.
  package func loseController(of name: String) { appChanges.loseController(of: name) }

  /// Forgets a registered app, and ends its scenes; its sessions and choices stay (`expireChoices`).
  package func unregister(_ name: String) throws(SceneError) { try appChanges.unregister(name) }
}
