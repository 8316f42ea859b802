extension SceneSystem {
  /// Ends the session of an application scene; the others of its app fill its place.
  ///
  /// Where it was the last, the app has none until it is put in the foreground, is placed, or another is requested.
  func destroyApplication(
    _ session: SceneSession, completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void
  ) {
    let group = group(of: session.app)
    let concerned = group.stage.map { [$0.coordinator] } ?? []
    if let scene = session.scene { group.end([scene], .destroyed) }
    discard([session])
    group.isDestroyed = group.sessions.isEmpty
    settleApplications(also: concerned, completion: completion)
  }

  /// Brings the application scenes of a session's app to the front of the display where they are.
  func activateApplication(
    _ session: SceneSession, completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void
  ) throws(SceneError) {
    guard let home = home(ofApplications: session.app) else {
      throw .notNow(
        "there is no display for application scenes of \(session.app): no main screen, and none on which it was placed "
          + "while a controller owns its input")
    }
    group(of: session.app).isDestroyed = false
    if home.isMain { return try setForeground(session.app, on: home.name, completion: completion) }
    settleApplications(also: [try find(home.name)], completion: completion)
  }
}
