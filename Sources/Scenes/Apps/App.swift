public import DisplayTypes

/// A named owner of scenes, with its manifest. Belongs to the main thread. The system that it is passed to keeps it, and it keeps its
/// delegate.
public final class App {
  /// Unique among the apps.
  public let name: String
  /// The scenes by role; a reload replaces it.
  public internal(set) var manifest: SceneManifest
  /// Whether the app may have several application scenes. In an external role it has one scene for each screen in any case.
  public var supportsMultipleScenes: Bool { manifest.supportsMultipleScenes }
  /// Whether it replaces a foreground app that shows nothing.
  public internal(set) var isFallback: Bool
  /// Whether it covers all other apps while it is present.
  public internal(set) var isAlarm: Bool
  /// Whether its scenes are for the main screen only; other screens and screenshots get a placeholder.
  public internal(set) var isPrivate: Bool
  /// The support while this app is in the foreground; nil if the configuration names none.
  package let support: Sourced<ExternalSupport>?
  /// The picture on its screens after its controller has gone.
  package let controllerLoss: ControllerLoss
  /// The user ID of the program that registered it; nil if unknown, and for apps of the configuration.
  package let owner: UInt32?
  package internal(set) var presence = AppPresence.here
  let delegate: any AppDelegate

  /// Whether a program receives the calls at the moment.
  var receivesCalls: Bool { presence == .here && (delegate as? any RemoteController)?.isHere ?? true }

  /// Makes an app whose delegate chooses the configurations of its sessions.
  public init(
    name: String, manifest: SceneManifest, isFallback: Bool = false, isAlarm: Bool = false,
    isPrivate: Bool = false, support: Sourced<ExternalSupport>? = nil, controllerLoss: ControllerLoss = .keep,
    owner: UInt32? = nil, delegate: any AppDelegate
  ) {
    self.name = name
    self.manifest = manifest
    self.isFallback = isFallback
    self.isAlarm = isAlarm
    self.isPrivate = isPrivate
    self.support = support
    self.controllerLoss = controllerLoss
    self.owner = owner
    self.delegate = delegate
  }

  /// Makes an app whose sessions get their manifest's configurations.
  public convenience init(
    name: String, manifest: SceneManifest, isFallback: Bool = false, isAlarm: Bool = false,
    isPrivate: Bool = false, support: Sourced<ExternalSupport>? = nil, makeDelegate: @escaping () -> any SceneDelegate
  ) {
    self.init(
      name: name, manifest: manifest, isFallback: isFallback, isAlarm: isAlarm, isPrivate: isPrivate, support: support,
      delegate: PlainAppDelegate(make: makeDelegate))
  }
}

/// Whether an app's controller is there.
package nonisolated enum AppPresence: Hashable, Sendable {
  /// Its controller is there, or it needs none.
  case here
  /// Its controller has gone; the value names the picture for that time.
  case gone(ControllerLoss)

  var isShown: Bool {
    switch self {
    case .here, .gone(.keep): true
    case .gone(.fallback), .gone(.blank): false
    }
  }
}

/// Receives calls about an app's sessions, in this process or in another. Called on the main thread; the app
/// keeps it.
public protocol AppDelegate: AnyObject {
  /// Answers about a session that is about to be connected: its configuration, values and window. The configuration may come from the
  /// manifest, or be made for this connection. The system calls this once for each connection, and before it sets a mode for an external
  /// scene. Reply once, now or later. After 500 ms the default counts, and an event reports it.
  func configuration(
    for session: SceneSession, options: ConnectionOptions, completion: @escaping (ConnectionAnswer) -> Void)

  /// The system ignores a later reply for that session: it is too late, or the session will not be connected.
  func isNoLongerAsked(about session: SceneSession)

  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate

  func didDiscard(_ sessions: [SceneSession])
}

extension AppDelegate {
  /// The manifest's default.
  public func configuration(
    for session: SceneSession, options: ConnectionOptions, completion: @escaping (ConnectionAnswer) -> Void
  ) {
    completion(.standard)
  }

  /// Does nothing.
  public func isNoLongerAsked(about session: SceneSession) {}
  /// Does nothing.
  public func didDiscard(_ sessions: [SceneSession]) {}
}

/// An app's delegate whose controller is another process.
package protocol RemoteController: AnyObject {
  /// Whether the controller is connected. It is false before the system is notified of the loss.
  var isHere: Bool { get }
}

/// The delegate of an app that needs only scene delegates, such as an app of the configuration.
final class PlainAppDelegate: AppDelegate {
  private let make: () -> any SceneDelegate

  init(make: @escaping () -> any SceneDelegate) { self.make = make }

  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate { make() }
}

/// The facts about a session that is about to be connected: for the question, and for the connection itself.
public nonisolated struct ConnectionOptions: Sendable {
  /// The kind of scene.
  public var role: SceneRole
  /// The display. A question about an external scene comes before its mode is set.
  public var screen: ScreenSnapshot
  /// The activity of the request for the scene, and then that of the session's last scene.
  public var activities: [UserActivity]
  /// The values that the app keeps with the session.
  public var userInfo: UserInfo
  /// The name of the configuration that the request for the scene asks for.
  public var requestedConfiguration: String?
  /// The app that has requested the scene; nil for a user, and without a request.
  public var sourceApp: String?
  /// The former configuration, if it has left the app's manifest.
  public var formerConfiguration: String?
  /// Whether the scene is for a stand-in, because the display is gone.
  public var isStandIn: Bool

  @MainActor init(_ session: SceneSession, on screen: Screen, former: String?) {
    role = session.role
    self.screen = screen.snapshot
    activities = [session.request?.activity, session.activity].compactMap(\.self)
    userInfo = session.userInfo
    requestedConfiguration = session.request?.configuration
    sourceApp = session.request?.sourceApp
    formerConfiguration = former
    isStandIn = screen.isStandIn
  }

  /// The modes that the app may choose from.
  public var availableModes: [ScreenMode] { screen.modes }
}

/// An app's answer about a session that is about to be connected.
public nonisolated struct ConnectionAnswer: Hashable, Sendable {
  /// From the manifest, or made on the spot; nil for the manifest's default.
  public var configuration: SceneConfiguration?
  /// Replaces the values that are kept with the session; nil keeps them.
  public var userInfo: UserInfo?
  /// Whether the scene has a window; nil leaves that to its delegate.
  public var attachesWindow: Bool?

  /// Leaves everything to the manifest and the delegate.
  public static let standard = ConnectionAnswer()

  /// Makes an answer.
  public init(configuration: SceneConfiguration? = nil, userInfo: UserInfo? = nil, attachesWindow: Bool? = nil) {
    self.configuration = configuration
    self.userInfo = userInfo
    self.attachesWindow = attachesWindow
  }
}
