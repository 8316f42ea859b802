public import DisplayTypes

extension SceneSystem {
  /// Says what external displays are for: at once, without a replug; nil takes back what was said at run time.
  ///
  /// Kept. Of what is said, the most specific counts: of a screen, of its foreground app, of all. The completion gets the outcome on
  /// each connected screen that it concerns, by the screen's name.
  public func setSupport(
    _ choice: ExternalSupport?, for scope: SupportScope,
    completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void
  ) throws(SceneError) {
    let concerned: [ScreenCoordinator]
    switch scope {
    case .overall:
      support.overall = choice
      concerned = coordinators
    case .app(let name):
      guard let app = self.app(name) else { throw .noSuchApp(name, near: apps.map(\.name)) }
      if choice != nil { makeRoomForSupport(of: name) }
      support.apps[name] = choice
      concerned = coordinators.filter { app.isFallback || $0.decision.foreground?.app == name }
    case .screen(let name):
      let coordinator = try find(name)
      coordinator.remember { $0.choices.support = choice }
      concerned = [coordinator]
    }
    persist()
    reconsider(concerned, completion: completion)
    settleApplications()
  }
}
