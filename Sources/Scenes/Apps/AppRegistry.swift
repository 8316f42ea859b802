internal import DisplayTypes

/// The apps: those of the configuration, and after them those that registered.
///
/// A name belongs to the configuration first; of those that registered, to the one that is there.
struct AppRegistry {
  private(set) var configured: [App]
  private(set) var registered: [App] = []
  /// The daemon's own, which goes before any other of its name.
  var own: App?
  /// So many may be registered, those whose controller has gone included.
  static let capacity = 32
  /// Of one user so many.
  static let capacityOfUser = 8

  init(configured: [App]) {
    self.configured = configured
  }

  var all: [App] {
    guard let own else { return configured + registered }
    return (configured + registered).filter { $0.name != own.name } + [own]
  }

  /// The app of that name.
  func app(_ name: String) -> App? {
    if let own, own.name == name { return own }
    return configured.first { $0.name == name } ?? registered.first { $0.name == name }
  }

  /// Another configuration; returns the registered apps whose names it takes, which are no more.
  mutating func setConfigured(_ apps: [App]) -> [App] {
    configured = apps
    let displaced = registered.filter { app in apps.contains { $0.name == app.name } }
    registered.removeAll { app in displaced.contains { $0 === app } }
    return displaced
  }

  /// Takes an app in, in the place of the one of its name whose controller has gone.
  ///
  /// Returns the one that had to go for it.
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

  /// Takes in one that was kept; what one user may have was looked at when it registered, and nobody goes for it.
  mutating func restore(_ app: App) {
    guard registered.count < AppRegistry.capacity, self.app(app.name) == nil else { return }
    registered.append(app)
  }

  /// The one that has to go for another; nil where there is room.
  ///
  /// Of the same user, or of nobody known: the one whose controller has been gone for longest. Nobody makes those of others go.
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

  /// Forgets a registered app; nil where none has that name.
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
