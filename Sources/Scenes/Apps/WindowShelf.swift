/// The windows of an app without a manifest by the name of their screen, and the scenes that show them.
final class WindowShelf {
  private struct Entry {
    weak var scene: Scene?
  }

  var windows: [String: PlacedWindow] = [:]
  private var scenes: [String: Entry] = [:]

  /// The connected scene of a screen; it outlives a short interruption.
  func scene(on screen: String) -> Scene? { scenes[screen]?.scene }

  func add(_ scene: Scene, on screen: String) { scenes[screen] = Entry(scene: scene) }

  func remove(_ scene: Scene) { scenes = scenes.filter { $0.value.scene != nil && $0.value.scene !== scene } }
}

extension WindowShelf: ScreenObserver {
  /// A window is gone with its screen, but where its scene waits whether that returns.
  func screenDidDisconnect(_ screen: Screen) {
    if scene(on: screen.name) == nil { windows[screen.name] = nil }
  }
}
