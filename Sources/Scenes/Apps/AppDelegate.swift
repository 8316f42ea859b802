/// What an app does about its sessions, in this process or in another.
///
/// Called on the main thread.
public protocol AppDelegate: AnyObject {
  /// Which configuration a session gets that is about to be connected: one of the manifest, or one made on the spot; nil for the
  /// manifest's default. Asked once a connection, before a mode is set.
  ///
  /// Answers once, now or later. Whoever takes longer than 500 ms is not heard: the default counts, and an event tells of it.
  func configuration(
    for session: SceneSession, options: ConnectionOptions, completion: @escaping (SceneConfiguration?) -> Void)

  /// An answer about that session is not heard any more: it came too late, or the session is not about to be connected.
  func isNoLongerAsked(about session: SceneSession)

  /// Makes the delegate of a scene.
  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate

  /// Sessions of the app are no more.
  func didDiscard(_ sessions: [SceneSession])
}

extension AppDelegate {
  /// The manifest's default.
  public func configuration(
    for session: SceneSession, options: ConnectionOptions, completion: @escaping (SceneConfiguration?) -> Void
  ) {
    completion(nil)
  }

  /// Does nothing.
  public func isNoLongerAsked(about session: SceneSession) {}
  /// Does nothing.
  public func didDiscard(_ sessions: [SceneSession]) {}
}
