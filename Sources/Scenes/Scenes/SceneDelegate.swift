public import Composition
public import DisplayTypes

/// What an app does about one scene.
///
/// Called on the main thread, in order, each call once.
public protocol SceneDelegate: AnyObject {
  /// What is not right about the last layout, as a sentence for the user; nil where all is well.
  var layoutWarning: String? { get }

  /// The screen has its mode: attach a window, or none to leave the screen to the next app.
  func sceneWillConnect(_ scene: Scene)

  /// The scene's mode, scale, orientation or insets are another; its window is laid out for them already.
  func sceneDidUpdate(_ scene: Scene, previous: OutputGeometry)

  /// The scene has ended. Its session stays.
  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason)

  /// Lays the scene's content out for a geometry that it may not have yet, and answers once, now or later, on the main thread.
  /// This is how the first frame in a mode is one that was laid out for it.
  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  )
}

extension SceneDelegate {
  /// All is well.
  public var layoutWarning: String? { nil }
  /// Does nothing.
  public func sceneDidUpdate(_ scene: Scene, previous: OutputGeometry) {}
  /// Does nothing.
  public func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {}
}
