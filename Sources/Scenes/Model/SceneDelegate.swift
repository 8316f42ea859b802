public import Composition
public import ContentModel
public import DisplayTypes

/// What an app does about one scene.
///
/// Called on the main thread, in order, each call once; `SceneLifecycle` says when.
public protocol SceneDelegate: AnyObject {
  /// What is not right about the last layout, as a sentence for the user; nil where all is well.
  var layoutWarning: String? { get }

  /// The screen has its mode, or stays dark for now as `wantsDark` says: attach a window, or none to leave the screen to the next app.
  func sceneWillConnect(_ scene: Scene)

  /// The scene is what the screen shows from now on.
  func sceneWillEnterForeground(_ scene: Scene)

  /// Nothing lies over the scene any more: it can be seen.
  func sceneDidBecomeActive(_ scene: Scene)

  /// The screen is blank or frozen from now on, or shows something else.
  func sceneWillResignActive(_ scene: Scene)

  /// The screen shows something else, or nothing. The scene keeps its window, and returns as it is.
  func sceneDidEnterBackground(_ scene: Scene)

  /// The scene's screen, mode, scale, orientation or insets are another. Comes before the scene is shown with them; one in the
  /// background is told when it returns. One that connected while the screen had no mode is told of the first likewise, as the previous.
  func sceneDidUpdate(_ scene: Scene, previous: SceneTraits)

  /// What is being done in the scene, asked for before it ends: it is kept with the session until the next end, and handed to the
  /// app's other scenes at once; nil where there is nothing to go on with.
  func restorationActivity(of scene: Scene) -> UserActivity?

  /// Another scene of the app has ended, and this was being done there.
  func scene(_ scene: Scene, continue activity: UserActivity)

  /// A controller hands on what its user has done. Only application scenes take input.
  func scene(_ scene: Scene, received input: InputEvent)

  /// What `prepareFrame` answered for this geometry is what the scene's window shows from now on.
  func sceneDidLayOut(_ scene: Scene, for geometry: OutputGeometry)

  /// What is kept with the scene's session was changed from outside: its content, or whether it is to have a window.
  func sessionDidChange(of scene: Scene)

  /// The scene has ended. Its session stays.
  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason)

  /// Lays the scene's content out for a geometry that it may not have yet, and answers once, now or later, on the main thread.
  /// This is how the first frame in a mode is one that was laid out for it.
  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  )

  /// Whether the session's content, a schedule, has the power of its screen off at this moment, as far as is known at once.
  ///
  /// Asked before a screen is lit for a scene that is not connected. Where it is so, the scene connects in the background and is laid out
  /// there once, without a mode being set, and says by `Scene.setDark` from then on.
  func wantsDark(_ session: SceneSession) -> Bool

  /// Finds out whether the scene could show a content that is for later, without changing anything: answered once, with what is wrong.
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

/// Why content could not be laid out: a plain sentence, for the event, the log and who asked.
public nonisolated struct ContentFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// When the same may succeed.
  public enum Retry: Hashable, Sendable {
    /// Only once somebody changes the content.
    case never
    /// In seconds.
    case soon
    /// Once something was installed or repaired: in minutes.
    case seldom
  }

  /// What went wrong and what to do, for people.
  public var message: String
  /// Whether trying again may help.
  public var retry: Retry
  /// Whether its files are looked after, so that it is shown once they can be, as long as it is wanted.
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

/// Something that a controller's user has done: handed on to an application scene, and not understood here.
public nonisolated struct InputEvent: Hashable, Sendable {
  /// What it is, in the controller's and the app's words, as `key` or `touch`.
  public var kind: String
  /// What goes with it.
  public var values: UserInfo

  /// Makes an event.
  public init(kind: String, values: UserInfo = .empty) {
    self.kind = kind
    self.values = values
  }
}
