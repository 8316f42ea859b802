public import DisplayTypes

/// A named owner of content, with its manifest.
public final class App {
  /// Unique among the apps.
  public let name: String
  /// Its scenes by role; another after a reload.
  public internal(set) var manifest: SceneManifest
  /// Whether it may have several application scenes; of external roles it has one for each screen all the same.
  public var supportsMultipleScenes: Bool { manifest.supportsMultipleScenes }
  /// It may stand in for the foreground app where that shows nothing.
  public internal(set) var isFallback: Bool
  /// It covers everything else while it is there.
  public internal(set) var isAlarm: Bool
  /// All its scenes are for the main screen alone: elsewhere, and in screenshots, a placeholder stands in.
  public internal(set) var isPrivate: Bool
  /// What the configuration says of external displays where it is in the foreground; nil where it says nothing.
  public let support: Sourced<ExternalSupport>?
  /// What its screens show once its controller has gone.
  public let controllerLoss: ControllerLoss
  /// The user who registered it; nil where that is not known, and for those of the configuration.
  public let owner: UInt32?
  /// Whether somebody acts for it.
  public internal(set) var presence = AppPresence.here
  /// Is asked about its sessions, and makes the delegates of its scenes.
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

  /// Makes an app whose sessions get what the manifest says.
  public convenience init(
    name: String, manifest: SceneManifest, isFallback: Bool = false, isAlarm: Bool = false,
    isPrivate: Bool = false, support: Sourced<ExternalSupport>? = nil, makeDelegate: @escaping () -> any SceneDelegate
  ) {
    self.init(
      name: name, manifest: manifest, isFallback: isFallback, isAlarm: isAlarm, isPrivate: isPrivate, support: support,
      delegate: PlainAppDelegate(make: makeDelegate))
  }
}
