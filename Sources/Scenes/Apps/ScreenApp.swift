public import Composition
public import DisplayTypes

/// An app without a manifest, which puts windows on screens. On a screen without a window, the next app is shown. A window is shown while
/// the app is in the foreground or is the fallback. It ends with the screen: if a display returns after more than a short interruption, put
/// another window there. Belongs to the main thread. Keep it as long as its windows are needed.
public final class ScreenApp {
  /// The app to pass to the system.
  public let app: App
  private let placed: ScreenWindows

  /// Makes an app without windows.
  public init(name: String, isFallback: Bool = false) {
    let placed = ScreenWindows()
    self.placed = placed
    app = App(
      name: name,
      manifest: SceneManifest(configurations: [.externalDisplayNonInteractive: [SceneConfiguration(name: "window")]]),
      isFallback: isFallback, makeDelegate: { WindowSceneDelegate(placed) })
  }

  /// Puts a window on a screen, in place of an earlier one. If it is on another screen, it leaves that screen. No screen changes its mode
  /// for this.
  ///
  /// - Parameters:
  ///   - window: shown on this screen alone from now on.
  ///   - screen: a connected screen.
  ///   - system: the system that has got `app`.
  ///   - layOut: lays the window's layers out for the screen, and again after each change of mode, scale or orientation.
  /// - Throws: `SceneError.noSuchScreen` if the screen is not connected, and `SceneError.notNow` after the end of the host.
  public func put(
    _ window: Window, on screen: Screen, of system: SceneSystem, layOut: @escaping (OutputGeometry) -> LayerTree
  ) throws(SceneError) {
    try system.pass.checkRunning()
    guard try system.find(screen.name).screen === screen else {
      throw .noSuchScreen(screen.name, near: system.screens.map(\.name))
    }
    system.add(placed)
    for other in placed.windows.filter({ $0.key != screen.name && $0.value.window === window }).keys {
      placed.windows[other] = nil
      placed.scene(on: other)?.window = nil
    }
    placed.windows[screen.name] = PlacedWindow(window: window, layOut: layOut)
    guard let scene = placed.scene(on: screen.name) else {
      return system.windowDidChange(of: app.name, on: screen.name)
    }
    scene.window = window
  }

  /// Removes the window from a screen, which then shows the next app.
  public func takeOff(from screen: Screen) {
    placed.windows[screen.name] = nil
    placed.scene(on: screen.name)?.window = nil
  }

  /// The window on a screen; nil without one.
  public func window(on screen: Screen) -> Window? { placed.windows[screen.name]?.window }
}

struct PlacedWindow {
  let window: Window
  let layOut: (OutputGeometry) -> LayerTree
}

/// The windows of an app without a manifest by the name of their screen, and the scenes that show them.
final class ScreenWindows {
  private struct Entry {
    weak var scene: Scene?
  }

  var windows: [String: PlacedWindow] = [:]
  private var scenes: [String: Entry] = [:]

  /// The scene on a screen, also during a short interruption.
  func scene(on screen: String) -> Scene? { scenes[screen]?.scene }

  /// The window on the screen of a session, or on the screen that its scene comes from.
  func window(for session: SceneSession) -> PlacedWindow? {
    windows[session.connector] ?? scenes.first { $0.value.scene?.session === session }.flatMap { windows[$0.key] }
  }

  /// Moves the window along with a scene that continues on another screen.
  func move(_ scene: Scene, from former: String, to screen: String) {
    guard former != screen, self.scene(on: former) === scene else { return }
    scenes[former] = nil
    scenes[screen] = Entry(scene: scene)
    let window = windows.removeValue(forKey: former)
    // Another window may be there already.
    if windows[screen] == nil { windows[screen] = window }
    if scene.window !== windows[screen]?.window { scene.window = windows[screen]?.window }
  }

  func add(_ scene: Scene, on screen: String) { scenes[screen] = Entry(scene: scene) }

  func remove(_ scene: Scene) { scenes = scenes.filter { $0.value.scene != nil && $0.value.scene !== scene } }
}

extension ScreenWindows: ScreenObserver {
  /// Removes the window of a screen, unless its scene waits for a return.
  func screenDidDisconnect(_ screen: Screen) {
    if scene(on: screen.name) == nil { windows[screen.name] = nil }
  }
}

/// Shows the window that an app without a manifest has put on the scene's screen; without one, the screen shows the next app.
final class WindowSceneDelegate: SceneDelegate {
  private let placed: ScreenWindows

  init(_ placed: ScreenWindows) { self.placed = placed }

  func sceneWillConnect(_ scene: Scene, options: ConnectionOptions) {
    placed.add(scene, on: scene.session.connector)
    scene.window = placed.windows[scene.session.connector]?.window
  }

  func sceneDidUpdate(_ scene: Scene, previous: SceneTraits) {
    placed.move(scene, from: previous.screen, to: scene.session.connector)
  }

  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    // If the display stays, the next scene there gets the window.
    if reason == .unplug { placed.windows[scene.session.connector] = nil }
    placed.remove(scene)
  }

  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    completion(.success(placed.window(for: session)?.layOut(geometry) ?? LayerTree()))
  }
}
