internal import DisplayTypes

extension SceneSystem {
  /// Changes sessions, all or, where one of them does not exist or has no room, none; has that kept.
  ///
  /// What is drawn of it is seen together. The completion gets the outcome on each screen whose picture is concerned, by its name.
  public func update(
    _ changes: [SceneChange], completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void
  ) throws(SceneError) {
    var changed: [(session: SceneSession, change: SceneChange)] = []
    for change in changes { changed.append((try session(change.session), change)) }
    for (session, change) in changed where change.takesAlarmAway { try refuseAlarm(session.app) }
    try checkRoom(for: changes)
    for (session, change) in changed { change.apply(to: session) }
    persist()
    let drawn = changed.filter { $0.change.content != nil || $0.change.window != nil }.map(\.session)
    func draw() {
      let concerned = coordinators.filter { coordinator in
        coordinator.stage.sessionsDidChange(drawn.filter { coordinator.stage.holds($0) })
      }
      reconsider(concerned, completion: completion)
    }
    // One screen waits for no other.
    let count = coordinators.count { coordinator in drawn.contains { coordinator.stage.holds($0) } }
    if count > 1 { presentTogether(draw) } else { draw() }
  }
}

extension SceneSystem {
  /// Throws if an app is an alarm of the configuration: no call hides its scene or gives it another content.
  func refuseAlarm(_ name: String) throws(SceneError) {
    guard app(name)?.isAlarm == true else { return }
    throw .notNow(
      "\(name) is an alarm of the configuration file, which no call hides or changes: take it out of the file, and reload"
    )
  }

  /// Has each alarm's scene show what the file says, whatever was kept of a call from before it was an alarm.
  func restoreAlarms() {
    for session in sessions where app(session.app)?.isAlarm == true && session.hidesAlarm {
      session.attachesWindow = nil
      session.chosenContent = nil
      session.temporaryContent = nil
      guard let scene = session.scene else { continue }
      scene.delegate.sessionDidChange(of: scene)
    }
  }
}

extension SceneSession {
  fileprivate var hidesAlarm: Bool { attachesWindow == false || chosenContent != nil || temporaryContent != nil }
}

extension SceneStage {
  /// Whether a session is of this connector's display: connected here, or not at all.
  fileprivate func holds(_ session: SceneSession) -> Bool {
    if session.role == .application { return system.groups[session.app]?.stage === self }
    if let scene = session.scene { return scenes.contains { $0 === scene } }
    return screen != nil && system.screen(of: session) == screen?.name
  }

  /// Tells the scenes of changed sessions; whether the screen's picture is concerned.
  fileprivate func sessionsDidChange(_ sessions: [SceneSession]) -> Bool {
    var isConcerned = false
    for session in sessions {
      guard let scene = session.scene else { continue }
      let due: ShownPicture =
        session.role == .application
        ? .applications(app: session.app) : .scene(app: session.app, role: session.role)
      let wasDue = picture.shown == due
      scene.delegate.sessionDidChange(of: scene)
      isConcerned = isConcerned || wasDue || picture.shown == due
    }
    return isConcerned
  }
}
