import DisplayScenes
import Keyboard

/// Puts the window on the first display that is plugged in; the window moves to another display only by `move`.
@MainActor
final class SlideWatcher: ScreenObserver {
  let slides = ScreenApp(name: "slides")  // pass slides.app to SceneHost(apps:)
  let window = Window()
  weak var system: SceneSystem?  // after system.add(watcher)

  func screenDidConnect(_ screen: Screen) {
    log("\(screen.name): connected")
    if window.scene == nil { show(on: screen) }
  }

  func screenDidDisconnect(_ screen: Screen) { log("\(screen.name): disconnected") }

  func screenModeDidChange(_ screen: Screen) { modeDidChange(on: screen) }

  /// Puts the window on a screen, and takes it off the screen where it was.
  func show(on screen: Screen) {
    guard let system else { return }
    try? slides.put(window, on: screen, of: system) { geometry in
      let card = Layer(
        id: LayerID(rawValue: 1),
        frame: PointRect(x: 40, y: 40, width: geometry.size.width - 80, height: geometry.size.height - 80),
        contents: .solid(Color(red: 200, green: 80, blue: 40)))
      return LayerTree(background: .white, layers: [card])
    }
  }
}
