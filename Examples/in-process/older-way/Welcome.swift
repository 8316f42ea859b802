import DisplayScenes
import Keyboard

/// The scenes beside the older way: an app with a manifest, on each display without the window.
@MainActor
final class Welcome: AppDelegate {
  /// A fallback is shown on a screen if the foreground app has no window there.
  static func app(_ delegate: Welcome) -> App {
    let manifest = SceneManifest(configurations: [
      .externalDisplayNonInteractive: [SceneConfiguration(name: "welcome")]
    ])
    return App(name: "welcome", manifest: manifest, isFallback: true, delegate: delegate)
  }

  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate { WelcomeScene() }
}

/// One display with a colour of its own.
@MainActor
final class WelcomeScene: SceneDelegate {
  func sceneWillConnect(_ scene: Scene, options: ConnectionOptions) {
    scene.window = Window()
    log("\(scene.session.connector): welcome, session \(scene.session.identifier)")
  }

  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    log("\(scene.session.connector): welcome has ended: \(reason)")
  }

  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    completion(.success(LayerTree(background: Color(red: 0, green: 90, blue: 120))))
  }
}
