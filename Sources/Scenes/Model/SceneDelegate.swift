public import Composition
public import ContentModel
public import DisplayTypes

/// Receives the calls of one scene's life.
///
/// Called on the main thread, each call once, in the order of `SceneLifecycle`.
public protocol SceneDelegate: AnyObject {
  /// A problem of the last layout, as a sentence for the user; nil without one.
  var layoutWarning: String? { get }

  /// The screen has its mode, or stays dark by `wantsDark`: attach a window, or none to leave the screen to the next app.
  func sceneWillConnect(_ scene: Scene)

  /// The screen shows the scene from now on.
  func sceneWillEnterForeground(_ scene: Scene)

  /// Nothing lies over the scene any more: it can be seen.
  func sceneDidBecomeActive(_ scene: Scene)

  /// The screen is blank or frozen from now on, or shows something else.
  func sceneWillResignActive(_ scene: Scene)

  /// The screen shows something else, or nothing. The scene keeps its window, and returns as it is.
  func sceneDidEnterBackground(_ scene: Scene)

  /// The scene's screen, mode, scale, orientation or insets are others; it is shown with them after this call. A scene in the background
  /// gets it at its return, and a scene that connected without a mode gets the first mode, also as the previous one.
  func sceneDidUpdate(_ scene: Scene, previous: SceneTraits)

  /// The activity in the scene before its end, kept with the session and handed to the app's other scenes; nil without one.
  func restorationActivity(of scene: Scene) -> UserActivity?

  /// Another scene of the app has ended, and this was being done there.
  func scene(_ scene: Scene, continue activity: UserActivity)

  /// A controller sends input of its user, to application scenes only.
  func scene(_ scene: Scene, received input: InputEvent)

  /// The scene's window shows the tree of `prepareFrame` for this geometry from now on.
  func sceneDidLayOut(_ scene: Scene, for geometry: OutputGeometry)

  /// A call has changed the session: its content, or whether it has a window.
  func sessionDidChange(of scene: Scene)

  /// The scene has ended. Its session stays.
  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason)

  /// Lays the scene's content out for a geometry that it may not have yet; replies once, now or later, on the main thread.
  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  )

  /// Whether the session's content, a schedule, has switched the power off, as far as is known at once.
  ///
  /// Called before a screen is lit for a scene that is not connected. If so, the scene connects in the background, without a mode, and
  /// reports changes by `Scene.setDark`.
  func wantsDark(_ session: SceneSession) -> Bool

  /// Tries a content for later without changing anything; replies once, with the failure.
  func tryContent(
    _ content: ContentDescription, for geometry: OutputGeometry, completion: @escaping (ContentFailure?) -> Void)
}

extension SceneDelegate {
  /// All is well.
  public var layoutWarning: String? { nil }
  /// Does nothing.
  public func sceneWillEnterForeground(_ scene: Scene) {}
  /// Does nothing.
  public func sceneDidBecomeActive(_ scene: Scene) {}
  /// Does nothing.
  public func sceneWillResignActive(_ scene: Scene) {}
  /// Does nothing.
  public func sceneDidEnterBackground(_ scene: Scene) {}
  /// Does nothing.
  public func sceneDidUpdate(_ scene: Scene, previous: SceneTraits) {}
  /// There is nothing to go on with.
  public func restorationActivity(of scene: Scene) -> UserActivity? { nil }
  /// Does nothing.
  public func scene(_ scene: Scene, continue activity: UserActivity) {}
  /// Does nothing.
  public func scene(_ scene: Scene, received input: InputEvent) {}
  /// Does nothing.
  public func sceneDidLayOut(_ scene: Scene, for geometry: OutputGeometry) {}
  /// Does nothing.
  public func sessionDidChange(of scene: Scene) {}
  /// Does nothing.
  public func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {}
  /// It switches no power.
  public func wantsDark(_ session: SceneSession) -> Bool { false }
  /// Finds nothing wrong.
  public func tryContent(
    _ content: ContentDescription, for geometry: OutputGeometry, completion: @escaping (ContentFailure?) -> Void
  ) { completion(nil) }
}

/// Why content could not be laid out: a sentence for the event, the log and the caller.
public nonisolated struct ContentFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// When the same may succeed.
  public enum Retry: Hashable, Sendable {
    /// After a change of the content.
    case never
    /// In seconds.
    case soon
    /// After an installation or a repair: in minutes.
    case seldom
  }

  /// The failure and its remedy, for people.
  public var message: String
  /// Whether trying again may help.
  public var retry: Retry
  /// Its files are watched, so that it is shown once they can be read.
  public var isFollowed: Bool

  /// Makes a failure.
  public init(_ message: String, retry: Retry, isFollowed: Bool = false) {
    self.message = message
    self.retry = retry
    self.isFollowed = isFollowed
  }

  /// The message.
  public var description: String { message }
}

/// Input of a controller's user for an application scene; only the app interprets it.
public nonisolated struct InputEvent: Hashable, Sendable {
  /// Defined by the controller and the app, as `key` or `touch`.
  public var kind: String
  /// The details.
  public var values: UserInfo

  /// Makes an event.
  public init(kind: String, values: UserInfo = .empty) {
    self.kind = kind
    self.values = values
  }
}
