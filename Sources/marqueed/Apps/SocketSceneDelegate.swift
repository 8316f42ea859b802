import Composition
import Content
import ControlProtocol
import DisplayTypes
import Scenes

/// A scene of an app in another process: shows what its session says, and tells the app of its life.
///
/// It has a window where it has content, unless the app says something else.
final class SocketSceneDelegate: SceneDelegate, ContentReporting {
  private let app: SocketApp
  private let content: ContentSceneDelegate

  init(app: SocketApp, resources: ContentResources) {
    self.app = app
    content = ContentSceneDelegate(resources)
  }

  var layoutWarning: String? { content.layoutWarning }

  var report: ContentReport? { content.report }

  var knownTroubles: [String] { content.knownTroubles }

  func sceneWillConnect(_ scene: Scene) {
    content.follow(scene)
    sessionDidChange(of: scene)
    app.tell(.sceneWillConnect, scene, screen: scene.screen)
    app.sceneDidChange(scene, of: scene.session)
  }

  func sessionDidChange(of scene: Scene) {
    let attachesWindow = scene.session.attachesWindow ?? (scene.session.content != nil)
    guard attachesWindow != (scene.window != nil) else { return }
    scene.window = attachesWindow ? Window() : nil
  }

  func sceneWillEnterForeground(_ scene: Scene) {
    content.sceneWillEnterForeground(scene)
    app.tell(.sceneWillEnterForeground, scene)
  }
  func sceneDidBecomeActive(_ scene: Scene) { app.tell(.sceneDidBecomeActive, scene) }
  func sceneWillResignActive(_ scene: Scene) { app.tell(.sceneWillResignActive, scene) }
  func sceneDidEnterBackground(_ scene: Scene) {
    content.sceneDidEnterBackground(scene)
    app.tell(.sceneDidEnterBackground, scene)
  }

  func sceneDidLayOut(_ scene: Scene, for geometry: OutputGeometry) { content.sceneDidLayOut(scene, for: geometry) }

  func sceneDidUpdate(_ scene: Scene, previous: SceneTraits) {
    app.tell(.sceneDidUpdate, scene, screen: scene.screen)
  }

  /// What the app said last: that is what is being done.
  func restorationActivity(of scene: Scene) -> UserActivity? { scene.session.activity }

  func scene(_ scene: Scene, continue activity: UserActivity) { app.tell(activity, scene) }

  func scene(_ scene: Scene, received input: InputEvent) { app.tell(input, scene) }

  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    content.sceneDidDisconnect(scene, reason: reason)
    app.sceneDidChange(nil, of: scene.session)
    app.tell(.sceneDidDisconnect, scene, reason: reason.rawValue)
  }

  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    content.prepareFrame(of: session, for: geometry, completion: completion)
  }

  func wantsDark(_ session: SceneSession) -> Bool { content.wantsDark(session) }

  func tryContent(
    _ content: ContentDescription, for geometry: OutputGeometry, completion: @escaping (ContentFailure?) -> Void
  ) {
    self.content.tryContent(content, for: geometry, completion: completion)
  }
}
