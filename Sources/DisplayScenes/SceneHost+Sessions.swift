extension SceneHost {
  /// Puts an app in the foreground of a screen, or of all screens. On a screen without its window, the fallback app is shown.
  ///
  /// - Throws: `SceneError` if there is no such app or no such screen.
  public func setForeground(_ app: String, on screen: String? = nil) throws(SceneError) {
    try system.setForeground(app, on: screen) { _ in }
  }

  /// Requests an application scene of an app, a further one if its manifest allows several.
  ///
  /// - Returns: its new session. The app is asked about the session, and the scene connects later.
  @discardableResult
  public func requestScene(
    of app: String, _ request: SceneRequest = SceneRequest(), userInfo: UserInfo = .empty
  ) throws(SceneError) -> SceneSession {
    try system.applications.requestScene(of: app, request, userInfo: userInfo) { _ in }
  }

  /// Replaces the values that a session keeps for its next scene.
  ///
  /// - Throws: `SceneError` if the session has ended, or the values of its app are too large.
  public func setUserInfo(_ userInfo: UserInfo, of session: SceneSession) throws(SceneError) {
    try system.lifetimes.setUserInfo(userInfo, of: session.identifier)
  }

  /// Ends a session with its scene. The app gets `AppDelegate.didDiscard`.
  public func destroy(_ session: SceneSession) throws(SceneError) {
    try system.lifetimes.destroySession(session.identifier) { _ in }
  }
}
