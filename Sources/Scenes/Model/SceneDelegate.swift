public import Composition
public import DisplayTypes

/// Receives the calls of one scene's life. Called on the main thread, each call once, in the order of `SceneLifecycle`. The
/// scene keeps it.
public protocol SceneDelegate: AnyObject {
  /// A problem of the last layout, as a sentence for the user; nil if there is none.
  var layoutWarning: String? { get }

  /// The screen has its mode, or stays dark by `wantsDark`. Attach a window, or attach none to leave the screen to the next app. The
  /// options are those of the question about the scene, with the values that the answer has set.
  func sceneWillConnect(_ scene: Scene, options: ConnectionOptions)

  /// The screen shows the scene from now on.
  func sceneWillEnterForeground(_ scene: Scene)

  /// Nothing covers the scene any more, so that it is visible.
  func sceneDidBecomeActive(_ scene: Scene)

  /// The screen is blank or frozen from now on, or shows something else.
  func sceneWillResignActive(_ scene: Scene)

  /// The screen shows something else, or nothing. The scene keeps its window, and returns as it is.
  func sceneDidEnterBackground(_ scene: Scene)

  /// The scene's screen, mode, scale, orientation or insets have changed; the screen shows the change after this call. A scene in the
  /// background gets the call when it returns. A scene that connected without a mode gets it with its first mode, which is then also the
  /// previous one.
  func sceneDidUpdate(_ scene: Scene, previous: SceneTraits)

  /// The activity in the scene before its end; nil if there is none. It is stored with the session, and passed to the app's other scenes.
  func restorationActivity(of scene: Scene) -> UserActivity?

  /// Another scene of the app has ended, and this was its activity.
  func scene(_ scene: Scene, continue activity: UserActivity)

  /// A controller sends input of its user; application scenes only.
  func scene(_ scene: Scene, received input: InputEvent)

  /// The scene's window shows the tree of `prepareFrame` for this geometry from now on.
  func sceneDidLayOut(_ scene: Scene, for geometry: OutputGeometry)

  /// A call has changed the session: its content, or whether it has a window.
  func sessionDidChange(of scene: Scene)

  /// The scene has ended. Its session stays.
  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason)

  /// Lays the scene's content out for a geometry, which may not be in force yet. Reply once, now or later, on the main thread.
  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  )

  /// Whether a schedule in the session's content has switched the power off, as far as is known at once. Called for a scene that is not
  /// connected, before its screen is lit. If true, the scene connects in the background without a mode, and reports changes by
  /// `Scene.setDark`.
  func wantsDark(_ session: SceneSession) -> Bool
}

/// A delegate that shows the content of its session.
package protocol ContentTrialDelegate: AnyObject {
  /// Tries content for later without changing anything; replies once, with the failure if any.
  func tryContent(
    _ content: ChosenContent, for geometry: OutputGeometry, completion: @escaping (ContentFailure?) -> Void)
}

extension SceneDelegate {
  /// Without a problem.
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
  /// Without an activity.
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
  /// The content does not switch the power.
  public func wantsDark(_ session: SceneSession) -> Bool { false }
}

/// Why content could not be laid out, as a sentence for the event, the log and the caller.
public nonisolated struct ContentFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// When another try may succeed.
  public enum Retry: Hashable, Sendable {
    /// After a change of the content.
    case never
    /// After seconds.
    case soon
    /// After an installation or a repair, so try again after minutes.
    case seldom
  }

  /// The failure and its remedy, for people.
  public var message: String
  /// Whether and when another try may help.
  public var retry: Retry
  /// Whether its files are watched, so that it is shown when they can be read.
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

/// Input of a controller's user for an application scene. Only the app interprets it.
public nonisolated struct InputEvent: Hashable, Sendable {
  /// The kind, which the controller and the app define, such as `key` or `touch`.
  public var kind: String
  /// The details.
  public var values: UserInfo
  /// The text that a key types in the user's keyboard layout; nil for other input, and for keys that type nothing, such as Enter.
  public var text: String?

  /// Makes an event.
  public init(kind: String, values: UserInfo = .empty, text: String? = nil) {
    self.kind = kind
    self.values = values
    self.text = text
  }

  /// Whether it activates a window: a pressed button, or a finger that goes down.
  var activates: Bool {
    switch kind {
    case "pointer": return values.values["phase"] == .text("press")
    case "touch":
      guard case .list(let touches)? = values.values["touches"] else { return false }
      return touches.contains { $0.contains(.object(["phase": .text("down")])) }
    default: return false
    }
  }
}
