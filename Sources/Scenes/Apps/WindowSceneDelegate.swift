internal import Composition
internal import DisplayTypes

/// Shows the window that an app without a manifest has put on the scene's screen; without one it leaves the screen to the next.
final class WindowSceneDelegate: SceneDelegate {
  private let shelf: WindowShelf

  init(_ shelf: WindowShelf) {
    self.shelf = shelf
  }

  func sceneWillConnect(_ scene: Scene) {
    shelf.add(scene, on: scene.session.connector)
    scene.window = shelf.windows[scene.session.connector]?.window
  }

  func sceneDidUpdate(_ scene: Scene, previous: SceneTraits) {
    shelf.move(scene, from: previous.screen, to: scene.session.connector)
  }

  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    // Where the display stays, so does the window: it is shown by the next scene there.
    if reason == .unplug { shelf.windows[scene.session.connector] = nil }
    shelf.remove(scene)
  }

  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    completion(.success(shelf.window(for: session)?.layOut(geometry) ?? LayerTree()))
  }
}
