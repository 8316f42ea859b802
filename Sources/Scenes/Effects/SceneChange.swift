package import ContentModel
package import DisplayTypes

/// A change of a session; nil leaves a value as it is.
package nonisolated struct SceneChange: Hashable, Sendable {
  /// The new content.
  package enum Content: Hashable, Sendable {
    case chosen(ContentDescription)
    case configured
  }

  package var session: String
  package var content: Content?
  /// Whether the scene has a window; a scene without one leaves its screen to the next app.
  package var window: Bool?
  package var userInfo: UserInfo?
  package var activity: UserActivity?

  package init(
    session: String, content: Content? = nil, window: Bool? = nil, userInfo: UserInfo? = nil,
    activity: UserActivity? = nil
  ) {
    self.session = session
    self.content = content
    self.window = window
    self.userInfo = userInfo
    self.activity = activity
  }

  /// Whether the change may add or remove a window; replacing content does not.
  @MainActor package func mayMoveWindow(of session: SceneSession) -> Bool {
    if let window, window != session.attachesWindow { return true }
    guard let content else { return false }
    return session.temporaryContent != nil || (content == .configured) != (session.chosenContent == nil)
  }

  /// Whether the change hides an alarm, or replaces its picture.
  var takesAlarmAway: Bool {
    if case .chosen = content { return true }
    return window == false
  }

  @MainActor func apply(to session: SceneSession) {
    if let userInfo { session.userInfo = userInfo }
    if let activity { session.activity = activity }
    if let window { session.attachesWindow = window }
    guard let content else { return }
    if let scene = session.scene {
      scene.former = FormerContent(session, timer: scene.contentTimer)
      scene.contentTimer = nil
      scene.layout.trouble = ContentTrouble()
    }
    session.passing.temporary = nil
    session.passing.choices += 1
    switch content {
    case .chosen(let description): session.chosenContent = description
    case .configured: session.chosenContent = nil
    }
  }
}

extension SceneSession {
  var hidesAlarm: Bool { attachesWindow == false || chosenContent != nil || temporaryContent != nil }
}

extension ScreenScenes {
  /// Whether a session belongs to this connector's display: connected here, or not at all.
  fileprivate func holds(_ session: SceneSession) -> Bool {
    if session.role == .application { return system.applications.groups[session.app]?.screenScenes === self }
    if let scene = session.scene { return scenes.contains { $0 === scene } }
    return screen != nil && system.lifetimes.screen(of: session) == screen?.name
  }

  /// Whether the screen shows the connected scene of one of the sessions.
  fileprivate func isDue(_ sessions: [SceneSession]) -> Bool {
    sessions.contains { session in
      let due: ShownPicture =
        session.role == .application
        ? .applications(app: session.app) : .scene(app: session.app, role: session.role)
      return session.scene != nil && picture.shown == due
    }
  }
}

extension SceneSystem {
  /// Changes all sessions, or none if a session does not exist or has no room. The changes are stored, and shown together. The completion
  /// gets the outcome on each changed screen, by its name.
  package func update(_ changes: [SceneChange], completion: @escaping (ScreenOutcomes) -> Void) throws(SceneError) {
    var changed: [(session: SceneSession, change: SceneChange)] = []
    for change in changes { changed.append((try session(change.session), change)) }
    for (session, change) in changed {
      try alarms.refuseRaised(session.app)
      if change.takesAlarmAway { try alarms.refuse(session.app) }
    }
    try lifetimes.checkRoom(for: changes)
    pass.input {
      for (session, change) in changed { change.apply(to: session) }
      let drawn = changed.filter { $0.change.content != nil || $0.change.window != nil }.map(\.session)
      let holding = coordinators.compactMap { coordinator in
        let held = drawn.filter { coordinator.screenScenes.holds($0) }
        return held.isEmpty ? nil : (coordinator: coordinator, sessions: held)
      }
      // One screen waits for no other.
      if holding.count > 1 { presenter.beginTogether() }
      let before = holding.filter { $0.coordinator.screenScenes.isDue($0.sessions) }.map(\.coordinator)
      for scene in drawn.compactMap(\.scene) { pass.notify { scene.delegate.sessionDidChange(of: scene) } }
      // Delegates may have attached or removed windows.
      pass.follow { [self] in
        let concerned = holding.filter { coordinator, sessions in
          before.contains { $0 === coordinator } || coordinator.screenScenes.isDue(sessions)
        }
        reconsider(concerned.map(\.coordinator), completion: completion)
      }
    }
  }
}
