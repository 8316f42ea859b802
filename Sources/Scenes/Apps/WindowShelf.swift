/// The windows of an app without a manifest by the name of their screen, and the scenes that show them.
final class WindowShelf {
  private struct Entry {
    weak var scene: Scene?
  }

  var windows: [String: PlacedWindow] = [:]
  private var scenes: [String: Entry] = [:]

  /// The connected scene of a screen; it outlives a short interruption.
  func scene(on screen: String) -> Scene? { scenes[screen]?.scene }

  /// What was put on the screen of a session, or on the one from which its scene has come.
  func window(for session: SceneSession) -> PlacedWindow? {
    windows[session.connector] ?? scenes.first { $0.value.scene?.session === session }.flatMap { windows[$0.key] }
  }

  /// A scene lives on with another screen: its window comes along.
  func move(_ scene: Scene, from former: String, to screen: String) {
    guard former != screen, self.scene(on: former) === scene else { return }
    scenes[former] = nil
    scenes[screen] = Entry(scene: scene)
    let window = windows.removeValue(forKey: former)
    // Another may have been put there already.
    if windows[screen] == nil { windows[screen] = window }
    if scene.window !== windows[screen]?.window { scene.window = windows[screen]?.window }
  }

  func add(_ scene: Scene, on screen: String) { scenes[screen] = Entry(scene: scene) }

  func remove(_ scene: Scene) { scenes = scenes.filter { $0.value.scene != nil && $0.value.scene !== scene } }
}

extension WindowShelf: ScreenObserver {
  /// A window is gone with its screen, but where its scene waits whether that returns.
  func screenDidDisconnect(_ screen: Screen) {
    if scene(on: screen.name) == nil { windows[screen.name] = nil }
  }
}
