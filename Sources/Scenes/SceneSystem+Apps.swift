internal import DisplayTypes

extension SceneSystem {
  /// The apps: those of the configuration in its order, then those that registered.
  public var apps: [App] { registry.all }

  /// The app of that name.
  public func app(_ name: String) -> App? { registry.app(name) }

  /// Those that registered, in their order.
  public var registeredApps: [App] { registry.registered }

  /// Takes an app in beside those of the configuration, or anew under its name, where its controller has gone.
  ///
  /// It finds the sessions of its name; scenes that are connected go on. Kept when it returns, where its screens keep their picture
  /// without it.
  ///
  /// Where it replaces the one that is there, its controller is another from now on.
  public func register(_ app: App, isReplacing: Bool = false) throws(SceneError) {
    let removed = try registry.register(app, isReplacing: isReplacing)
    if let removed {
      forgetPlace(of: removed.name)
      post(.appDidUnregister(app: removed.name))
    }
    post(.appDidRegister(app: app.name))
    for name in [app.name, removed?.name].compactMap(\.self) { appDidChange(name) }
    tellDiscarded()
    persist()
  }

  /// An app that was kept from an earlier life of the daemon: its screens show what it wants while its controller is not there.
  public func restore(_ app: App) {
    app.presence = .gone(app.controllerLoss)
    registry.restore(app)
  }

  /// The controller of a registered app has gone: its screens show what its manifest says for that.
  public func loseController(of name: String) {
    guard let app = registry.registered.first(where: { $0.name == name }), app.presence == .here else { return }
    app.presence = .gone(app.controllerLoss)
    post(.appDidLoseController(app: name, app.controllerLoss))
    guard app.controllerLoss != .keep else { return }
    for coordinator in coordinators { coordinator.reconsider(completion: nil) }
  }

  /// Forgets a registered app, and ends its scenes; its sessions stay, and what the user has chosen for it (`expireChoices`).
  public func unregister(_ name: String) throws(SceneError) {
    guard registry.remove(name) != nil else {
      guard app(name) == nil else {
        throw .notNow(
          "\(name) is an app of the configuration file, which nobody unregisters: take it out of that, and reload")
      }
      throw .noSuchApp(name, near: apps.map(\.name))
    }
    forgetPlace(of: name)
    post(.appDidUnregister(app: name))
    appDidChange(name)
    persist()
  }

  /// An app is no more: where it has put its scenes itself goes too, since names are as many as somebody makes up.
  private func forgetPlace(of name: String) {
    appPlaces[name] = nil
    homes[name] = nil
  }

  private func appDidChange(_ name: String) {
    for coordinator in coordinators {
      coordinator.stage.appDidChange(name)
      coordinator.reconsider(completion: nil)
    }
    applicationsDidChange()
  }
}
