public import DisplayTypes

/// A named owner of content, with its manifest.
public final class App {
  /// Unique among the apps.
  public let name: String
  /// The scenes by role; a reload replaces it.
  public internal(set) var manifest: SceneManifest
  /// Whether the app may have several application scenes.
  ///
  /// In an external role it has one scene for each screen in any case.
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

/// Receives calls about an app's sessions, in this process or in another.
///
/// Called on the main thread.
public protocol AppDelegate: AnyObject {
  /// Chooses the configuration of a session that is about to be connected; nil selects the default.
  ///
  /// The configuration may come from the manifest, or be made for this connection. The system calls this once for each connection, before
  /// it sets a mode.
  ///
  /// Reply once, now or later. After 500 ms the default counts, and an event reports it.
  func configuration(
    for session: SceneSession, options: ConnectionOptions, completion: @escaping (SceneConfiguration?) -> Void)

  /// The system ignores a later reply for that session: it is too late, or the session will not be connected.
  func isNoLongerAsked(about session: SceneSession)

  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate

  func didDiscard(_ sessions: [SceneSession])
}

extension AppDelegate {
  /// The manifest's default.
  public func configuration(
    for session: SceneSession, options: ConnectionOptions, completion: @escaping (SceneConfiguration?) -> Void
  ) {
    completion(nil)
  }

  /// Does nothing.
  public func isNoLongerAsked(about session: SceneSession) {}
  /// Does nothing.
  public func didDiscard(_ sessions: [SceneSession]) {}
}

/// The delegate of an app that needs only scene delegates, such as an app of the configuration.
final class PlainAppDelegate: AppDelegate {
  private let make: () -> any SceneDelegate

  init(make: @escaping () -> any SceneDelegate) { self.make = make }

  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate { make() }
}

/// The facts about a session that is about to be connected.
public nonisolated struct ConnectionOptions: Sendable {
  /// The display; no mode of it is applied yet.
  public var screen: ScreenSnapshot
  /// The activity of the session's last scene.
  public var activities: [UserActivity]
  /// The former configuration, if it has left the app's manifest.
  public var formerConfiguration: String?
  /// Whether the scene is for a stand-in, because the display is gone.
  public var isStandIn: Bool

  /// The modes that the app may choose from.
  public var availableModes: [ScreenMode] { screen.modes }
}
