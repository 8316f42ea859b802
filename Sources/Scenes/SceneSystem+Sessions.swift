public import DisplayTypes

extension SceneSystem {
  /// The sessions that a filter names, connected or not, in the order in which they were made.
  public func sessions(_ filter: SessionFilter) -> [SceneSession] { store.sessions(filter) }

  /// The session of that identifier.
  public func session(_ identifier: String) throws(SceneError) -> SceneSession {
    if let session = store.session(identifier) { return session }
    let start = identifier.prefix(4)
    let near = store.sessions.map(\.identifier).filter { !start.isEmpty && $0.hasPrefix(start) }
    throw .noSuchSession(identifier, near: Array(near.prefix(4)))
  }

  /// What is remembered of the session's display; nil where nothing is.
  public func display(of session: SceneSession) -> DisplayRecord? {
    let taken = connectorsTaken(by: session.identity, besides: session.connector)
    return memory.record(of: session.identity, on: session.connector, taken: taken)
  }

  /// Whether all that a session's scene shows, and what is kept with it, is private: its app is, or its configuration.
  ///
  /// So it is where nobody knows: the app is no more, or the configuration has left its manifest, which has private ones.
  public func isPrivate(_ session: SceneSession) -> Bool {
    guard let app = app(session.app) else { return true }
    let configurations = app.manifest.configurations(for: session.role)
    let own = configurations.first { $0.name == session.configuration.name }
    return app.isPrivate || session.configuration.isPrivate
      || own?.isPrivate ?? configurations.contains { $0.isPrivate }
  }

  /// Sets what an app keeps with a session.
  ///
  /// Refused where there is no room for it.
  public func setUserInfo(_ userInfo: UserInfo, of identifier: String) throws(SceneError) {
    let session = try session(identifier)
    try checkRoom(for: [SceneChange(session: identifier, userInfo: userInfo)])
    session.userInfo = userInfo
    persist()
  }

  /// Puts the app of a session in the foreground of the session's screen, so that its scene is shown.
  ///
  /// Of several that a filter names, one that is connected goes before the others, and then the newest. Kept, as `setForeground`.
  public func activate(
    _ filter: SessionFilter, completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void
  ) throws(SceneError) {
    let named = store.sessions(filter)
    guard
      let session = named.last(where: { $0.scene != nil }) ?? named.last(where: { screen(of: $0) != nil }) ?? named.last
    else { throw .noSuchSession("", near: []) }
    try activate(session.identifier, completion: completion)
  }

  /// Puts the app of a session in the foreground of the session's screen, so that its scene is shown.
  ///
  /// Refused where its display is not connected.
  public func activate(
    _ identifier: String, completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void
  ) throws(SceneError) {
    let session = try session(identifier)
    if session.role == .application { return try activateApplication(session, completion: completion) }
    guard let screen = screen(of: session) else {
      throw .notNow("the display of the session is not connected; it was last seen on \(session.connector)")
    }
    try setForeground(session.app, on: screen, completion: completion)
  }

  /// The name of the screen that a session belongs to; nil while its display is away.
  func screen(of session: SceneSession) -> String? {
    coordinators.first { coordinator in
      if session.scene != nil { return coordinator.stage.scenes.contains { $0.session === session } }
      guard let screen = coordinator.screen else { return false }
      return store.find(
        app: session.app, role: session.role, identity: coordinator.identity, connector: screen.name,
        taken: coordinator.takenBySessions) === session
    }?.screen?.name
  }

  /// Ends a session for good, its scene at once; the screen falls to what is due next.
  ///
  /// Its app is passed over on that screen until the display reconnects, or until the app is put in the foreground: else a new session
  /// would take its place in the same moment. The completion gets the outcome on the screen that it was connected on, by its name; the
  /// session is forgotten when the call returns.
  public func destroySession(
    _ identifier: String, completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void
  ) throws(SceneError) {
    let session = try session(identifier)
    if session.role == .application { return destroyApplication(session, completion: completion) }
    let coordinator = coordinators.first { $0.stage.destroy(session) }
    discard([session])
    guard let coordinator else { return completion([]) }
    let name = coordinator.screen?.name
    coordinator.reconsider { outcome in completion(name.map { [($0, outcome)] } ?? []) }
  }

  /// Forgets sessions whose display was not seen for a year, and what is kept of apps that are no more.
  ///
  /// Called when a display has gone, since that is when those that are still here are known to be.
  func expireSessions() {
    for coordinator in coordinators { coordinator.rememberSeen() }
    if let today { memory.countUnseen(from: today) }
    let expiry = SessionExpiry(displays: memory.records, day: today ?? 0)
    let over = Set(store.records.filter(expiry.isOver).map(\.identifier))
    let discarded = store.sessions.filter { over.contains($0.identifier) && $0.scene == nil }
    discard(discarded)
    expireChoices()
    persist()
  }

  /// Forgets the session that was not used for longest, where there are too many; of those of equal use, the one made first.
  ///
  /// One that is connected, or about to, stays.
  func makeRoomForSession() {
    guard store.isFull else { return }
    let unused = store.sessions.filter { session in
      session.scene == nil && !coordinators.contains { $0.stage.upcoming?.session === session }
    }
    func use(_ session: SceneSession) -> (Int, UInt64) { (display(of: session)?.lastSeenDay ?? 0, session.lastUse) }
    if let oldest = unused.min(by: { use($0) < use($1) }) { discard([oldest]) }
  }

  /// The connected scenes of an app, on whatever screen.
  func scenes(of app: String) -> [Scene] {
    coordinators.flatMap(\.stage.scenes).filter { $0.session.app == app } + (groups[app]?.scenes ?? [])
  }

  /// Today, where the clock is right.
  var today: Int? {
    guard let seconds = outlets.wallSeconds() else { return nil }
    let day = Int(seconds / 86_400)
    return day >= SessionExpiry.firstCredibleDay ? day : nil
  }
}
