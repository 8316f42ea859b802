public import DisplayTypes

/// A named owner of content, with its manifest.
public final class App {
  /// Unique among the apps.
  public let name: String
  /// Its scenes by role; another after a reload.
  public internal(set) var manifest: SceneManifest
  /// Whether it may have several application scenes; of external roles it has one for each screen all the same.
  public var supportsMultipleScenes: Bool { manifest.supportsMultipleScenes }
  /// It replaces a foreground app that shows nothing.
  public internal(set) var isFallback: Bool
  /// It covers all others while it is there.
  public internal(set) var isAlarm: Bool
  /// All its scenes are for the main screen alone: elsewhere, and in screenshots, a placeholder stands in.
  public internal(set) var isPrivate: Bool
  /// Nil if the configuration has nothing for external displays with this app in the foreground.
  package let support: Sourced<ExternalSupport>?
  /// The picture of its screens once its controller has gone.
  package let controllerLoss: ControllerLoss
  /// Nil if it is not known, and for apps of the configuration.
  package let owner: UInt32?
  package internal(set) var presence = AppPresence.here
  let delegate: any AppDelegate

  /// Makes an app with a delegate that is asked about its sessions.
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
  /// Its controller has gone, with the picture for that time.
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
  /// Returns the configuration of a session that is about to be connected: from the manifest, or made on the spot; nil for the default.
  /// Called once a connection, before a mode is set.
  ///
  /// Replies once, now or later. After 500 ms the default counts, and an event reports it.
  func configuration(
    for session: SceneSession, options: ConnectionOptions, completion: @escaping (SceneConfiguration?) -> Void)

  /// The reply for that session is ignored: it is late, or the session will not be connected.
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

/// The delegate of an app that needs only delegates of scenes, as those of the configuration.
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
  /// The display is gone, and the scene is for a stand-in.
  public var isStandIn: Bool

  /// The modes that the app may choose from.
  public var availableModes: [ScreenMode] { screen.modes }
}
