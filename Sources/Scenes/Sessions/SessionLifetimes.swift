package import DisplayTypes

/// The lives of sessions: they are found, moved to the foreground, limited in size, and forgotten.
package final class SessionLifetimes {
  unowned let system: SceneSystem
  let store: SessionStore
  /// Ended sessions of absent apps, which get the notice when they are back.
  private(set) var undelivered: [SceneSessionRecord]
  /// The recorded power of a session's schedule at its connection; only a replay sets it.
  package var recordedDarkness: ((_ session: String) -> Bool)?

  init(_ system: SceneSystem, kept state: PersistentState) {
    self.system = system
    store = SessionStore(state.sessions, makeIdentifier: system.outlets.makeIdentifier)
    undelivered = state.discarded
  }

  package func display(of session: SceneSession) -> DisplayRecord? {
    let taken = system.relations.connectorsTaken(by: session.identity, besides: session.connector)
    return system.model.memory.record(of: session.identity, on: session.connector, taken: taken)
  }

  /// Sets the user information; throws without room for it, and for a raised alarm.
  package func setUserInfo(_ userInfo: UserInfo, of identifier: String) throws(SceneError) {
    let session = try system.session(identifier)
    try system.alarms.refuseRaised(session.app)
    try checkRoom(for: [SceneChange(session: identifier, userInfo: userInfo)])
    system.pass.input { session.userInfo = userInfo }
  }

  /// Puts the app of a session in the foreground of the session's screen. A connected session has priority, then the newest. The choice is
  /// stored, as by `setForeground`.
  package func activate(_ filter: SessionFilter, completion: @escaping (ScreenOutcomes) -> Void) throws(SceneError) {
    let named = system.sessions(filter)
    guard
      let session = named.last(where: { $0.scene != nil }) ?? named.last(where: { screen(of: $0) != nil }) ?? named.last
    else { throw .noSuchSession("", near: []) }
    try activate(session.identifier, completion: completion)
  }

  /// Puts the app of a session in the foreground; throws while the session's display is not connected.
  package func activate(_ identifier: String, completion: @escaping (ScreenOutcomes) -> Void) throws(SceneError) {
    let session = try system.session(identifier)
    if session.role == .application {
      return try system.pass.input { () throws(SceneError) in
        try system.applications.activateApplication(session, completion: completion)
      }
    }
    guard let screen = screen(of: session) else {
      throw .notNow("the display of the session is not connected; it was last seen on \(session.connector)")
    }
    try system.setForeground(session.app, on: screen, completion: completion)
  }

  /// The screen of a session, and the volume of its sound in percent, which is zero unless people see the session's scene as it moves; nil while
  /// the display is away.
  package func sound(ofSession identifier: String) -> (screen: Screen, volume: Int)? {
    guard let session = store.sessions.first(where: { $0.identifier == identifier }),
      let coordinator = coordinator(of: session), let screen = coordinator.screen
    else { return nil }
    let cover = coordinator.decision.picture.cover
    let isSeen = coordinator.screenScenes.shownScenes.contains { $0.session === session }
    let isHeard = isSeen && !cover.isBlank && !coordinator.isFrozen
    return (screen, isHeard ? coordinator.decision.settings?.volume.value ?? 100 : 0)
  }

  /// The screen of a session; nil while the display is away.
  func screen(of session: SceneSession) -> String? { coordinator(of: session)?.screen?.name }

  private func coordinator(of session: SceneSession) -> ScreenCoordinator? {
    system.coordinators.first { coordinator in
      if session.scene != nil { return coordinator.screenScenes.scenes.contains { $0.session === session } }
      guard let screen = coordinator.screen else { return false }
      return store.find(
        app: session.app, role: session.role, identity: coordinator.identity, connector: screen.name,
        taken: coordinator.facts.takenBySessions) === session
    }
  }

  /// Ends a session and its scene; the screen shows the next app. The app is skipped on that screen until the display reconnects, or the
  /// app is put in the foreground.
  package func destroySession(_ identifier: String, completion: @escaping (ScreenOutcomes) -> Void) throws(SceneError) {
    let session = try system.session(identifier)
    try system.alarms.refuseRaised(session.app)
    system.pass.input {
      if session.role == .application { return system.applications.destroyApplication(session, completion: completion) }
      let coordinator = system.coordinators.first { $0.screenScenes.destroy(session) }
      discard([session])
      guard let coordinator else { return system.pass.answer { completion([]) } }
      let name = coordinator.screen?.name
      coordinator.reconsider { outcome in completion(name.map { [($0, outcome)] } ?? []) }
    }
  }

  /// Forgets sessions whose display has been away for a year, and choices for absent apps. Called when a display has gone, because the
  /// other connected displays are known then.
  func expireSessions() {
    for coordinator in system.coordinators { coordinator.rememberSeen() }
    if let today { system.model.memory.countUnseen(from: today) }
    let expiry = SessionExpiry(displays: system.model.memory.records, day: today ?? 0)
    let over = Set(store.records.filter(expiry.isOver).map(\.identifier))
    let discarded = store.sessions.filter { over.contains($0.identifier) && $0.scene == nil }
    discard(discarded)
    system.expireChoices()
  }

  /// If there are too many sessions, forgets the unconnected session whose last use is the oldest.
  func makeRoomForSession() {
    guard store.isFull else { return }
    let unused = store.sessions.filter { session in
      session.scene == nil && !system.coordinators.contains { $0.screenScenes.upcoming?.session === session }
    }
    func use(_ session: SceneSession) -> (Int, UInt64) {
      (display(of: session)?.lastSeenDay ?? 0, session.passing.lastUse)
    }
    if let oldest = unused.min(by: { use($0) < use($1) }) { discard([oldest]) }
  }

  /// Sets the recorded power of a session's schedule, until its scene ends.
  package func setScheduledPower(_ isOn: Bool, ofSession identifier: String) {
    guard let session = store.sessions.first(where: { $0.identifier == identifier }) else { return }
    system.pass.input {
      session.passing.isRecordedDark = !isOn
      for coordinator in system.coordinators
      where coordinator.screenScenes.scenes.contains(where: { $0.session === session }) {
        coordinator.reconsider()
      }
    }
  }

  /// The connected scenes of an app on all screens.
  func scenes(of app: String) -> [Scene] {
    system.coordinators.flatMap(\.screenScenes.scenes).filter { $0.session.app == app }
      + (system.applications.groups[app]?.scenes ?? [])
  }

  /// The current day; nil while the clock is not right.
  var today: Int? {
    guard let seconds = system.outlets.wallSeconds() else { return nil }
    let day = Int(seconds / 86_400)
    return day >= SessionExpiry.firstCredibleDay ? day : nil
  }

  /// Forgets sessions, and notifies their apps once the new state goes to the store.
  func discard(_ discarded: [SceneSession]) {
    for session in discarded {
      store.destroy(session)
      system.calls.destroy(session)
    }
    undelivered += store.records(of: discarded)
    // Apps that never return must not fill the disk.
    if undelivered.count > SessionStore.capacity {
      undelivered.removeFirst(undelivered.count - SessionStore.capacity)
    }
    system.pass.markKept()
    notifyDiscarded()
    for session in discarded { system.post(.sessionDidDiscard(system.calls.label(of: session))) }
  }

  /// Notifies apps of their ended sessions, with one call for each app. Absent apps are notified later. The call follows once the state
  /// without the notice is kept.
  func notifyDiscarded() {
    let names = Set(undelivered.map(\.app)).filter { system.app($0)?.presence == .here }
    guard !names.isEmpty else { return }
    let discarded = undelivered.filter { names.contains($0.app) }
    undelivered.removeAll { names.contains($0.app) }
    system.pass.markKept()
    for app in names.sorted().compactMap(system.app) {
      let own = SessionStore(discarded.filter { $0.app == app.name }, makeIdentifier: { "" })
      system.pass.notify { app.delegate.didDiscard(own.sessions) }
    }
  }

  /// The limit in bytes for user information and activities in all sessions of an app.
  static let roomOfApp = 256 * 1024
  /// The limit in bytes for all apps together; each change writes the whole state.
  static let roomOfAll = 1024 * 1024

  /// Throws if changes, or a new session, have no room for their user information. Changes that need no more than before are accepted.
  package func checkRoom(
    for changes: [SceneChange], new: (app: String, userInfo: UserInfo, activity: UserActivity?)? = nil
  ) throws(SceneError) {
    let changed = changes.filter { $0.userInfo != nil || $0.activity != nil }
    guard !changed.isEmpty || new != nil else { return }
    var before: [String: Int] = [:]
    var after: [String: Int] = [:]
    if let new { after[new.app] = Self.size(new.userInfo, new.activity, nil) }
    for session in store.sessions {
      var (userInfo, activity) = (session.userInfo, session.activity)
      let requested = session.request?.activity
      before[session.app, default: 0] += Self.size(userInfo, activity, requested)
      for change in changed where change.session == session.identifier {
        userInfo = change.userInfo ?? userInfo
        activity = change.activity ?? activity
      }
      after[session.app, default: 0] += Self.size(userInfo, activity, requested)
    }
    let advice = "shorten some of it, or destroy sessions that are no longer needed"
    for (app, size) in after where size > Self.roomOfApp && size > before[app] ?? 0 {
      throw .notNow(
        "\(app) would keep \(size) bytes of user information with all its sessions, more than the \(Self.roomOfApp) "
          + "that an app may keep: \(advice)", hint: "\"marqueectl sessions --app \(app)\" lists them")
    }
    let size = after.values.reduce(0, +)
    guard size > Self.roomOfAll, size > before.values.reduce(0, +) else { return }
    throw .notNow(
      "all apps together would keep \(size) bytes of user information with their sessions, more than the "
        + "\(Self.roomOfAll) that there is room for: \(advice)",
      hint: "\"marqueectl sessions\" lists them")
  }

  private static func size(_ userInfo: UserInfo, _ activities: UserActivity?...) -> Int {
    let kept = [userInfo] + activities.compactMap { $0?.userInfo }
    return kept.map { $0.isEmpty ? 0 : $0.byteCount }.reduce(0, +)
  }
}

extension SceneSystem {
  /// The sessions that match, connected or not, in the order of their creation.
  package func sessions(_ filter: SessionFilter) -> [SceneSession] { store.sessions.filter(filter.admits) }

  package func session(_ identifier: String) throws(SceneError) -> SceneSession {
    if let session = store.sessions.first(where: { $0.identifier == identifier }) { return session }
    let start = identifier.prefix(4)
    let near = store.sessions.map(\.identifier).filter { !start.isEmpty && $0.hasPrefix(start) }
    throw .noSuchSession(identifier, near: Array(near.prefix(4)))
  }

  /// Whether the whole session is private: by its app or by its configuration. It is private if the app is gone, or if a manifest with
  /// private configurations no longer has its configuration.
  package func isPrivate(_ session: SceneSession) -> Bool {
    guard let app = app(session.app) else { return true }
    let configurations = app.manifest.configurations(for: session.role)
    let own = configurations.first { $0.name == session.configuration.name }
    return app.isPrivate || session.configuration.isPrivate
      || own?.isPrivate ?? configurations.contains { $0.isPrivate }
  }
}
