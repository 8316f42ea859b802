public import Composition
public import DisplayTypes

/// An app without a manifest, the older way: it looks at the screens, puts a window on one, and takes it off.
///
/// A screen for which it has no window shows what it would show without the app. A window is shown where the app is in the foreground
/// (or stands in), and is gone with the screen: when a display returns after more than a short interruption, another is put there.
public final class ScreenApp {
  /// What to pass to the system.
  public let app: App
  private let shelf: WindowShelf

  /// Makes an app without windows.
  public init(name: String, isFallback: Bool = false) {
    let shelf = WindowShelf()
    self.shelf = shelf
    app = App(
      name: name,
      manifest: SceneManifest(configurations: [.externalDisplayNonInteractive: [SceneConfiguration(name: "window")]]),
      isFallback: isFallback, makeDelegate: { WindowSceneDelegate(shelf) })
  }

  /// Puts a window on a screen, in place of the one that was there.
  ///
  /// - Parameters:
  ///   - layOut: lays the window's layers out for the screen as it is, and anew whenever its mode, scale or orientation becomes
  ///     another.
  /// - Throws: `SceneError.noSuchScreen` where the screen is not connected any more.
  public func put(
    _ window: Window, on screen: Screen, of system: SceneSystem, layOut: @escaping (OutputGeometry) -> LayerTree
  ) throws(SceneError) {
    guard try system.find(screen.name).screen === screen else {
      throw .noSuchScreen(screen.name, near: system.screens.map(\.name))
    }
    system.add(shelf)
    shelf.windows[screen.name] = PlacedWindow(window: window, layOut: layOut)
    guard let scene = shelf.scene(on: screen.name) else { return system.windowDidChange(of: app.name, on: screen.name) }
    scene.window = window
  }

  /// Takes the window off a screen, which shows what is due next, at once.
  public func takeOff(from screen: Screen) {
    shelf.windows[screen.name] = nil
    shelf.scene(on: screen.name)?.window = nil
  }

  /// The window that is on a screen; nil where none is.
  public func window(on screen: Screen) -> Window? { shelf.windows[screen.name]?.window }
}
