public import DisplayTypes

/// All that must survive the daemon.
///
/// Written whole, before what changed it is acknowledged.
public nonisolated struct PersistentState: Hashable, Sendable {
  /// The one used last comes last.
  public var displays: [DisplayRecord]
  /// Every session that was ever made and not forgotten.
  public var sessions: [SceneSessionRecord]
  /// The app that was put in the foreground of every screen at run time.
  public var foregroundApp: String?
  /// What was said of external displays at run time.
  public var support: SupportChoices
  /// Apps that registered and are kept.
  public var apps: [AppRecord]

  /// Sessions that are no more, of apps that have not been told so yet.
  public var discarded: [SceneSessionRecord]

  /// Apps that are away and of which something is kept besides sessions, by the day since which that is known, from 1970-01-01.
  public var absentApps: [String: Int]

  /// Makes a state; empty at the first start.
  public init(
    displays: [DisplayRecord] = [], sessions: [SceneSessionRecord] = [], foregroundApp: String? = nil,
    support: SupportChoices = SupportChoices(), apps: [AppRecord] = [], discarded: [SceneSessionRecord] = [],
    absentApps: [String: Int] = [:]
  ) {
    self.displays = displays
    self.sessions = sessions
    self.foregroundApp = foregroundApp
    self.support = support
    self.discarded = discarded
    self.apps = apps
    self.absentApps = absentApps
  }
}

/// An app that registered, as it is kept: until its controller returns its screens show what they did, or what it wants for that time.
public nonisolated struct AppRecord: Hashable, Sendable {
  /// The app's name.
  public var name: String
  /// Its scenes by role.
  public var manifest: SceneManifest
  /// Whether it stands in where the foreground app shows nothing.
  public var isFallback: Bool
  /// Whether all its scenes are for the main screen alone.
  public var isPrivate: Bool
  /// What it wants of external displays where it is in the foreground; nil where it says nothing.
  public var support: ExternalSupport?
  /// The user who registered it; nil where that is not known.
  public var owner: UInt32?
  /// What its screens show until its controller returns.
  public var controllerLoss: ControllerLoss

  /// Makes a record.
  public init(
    name: String, manifest: SceneManifest, isFallback: Bool, isPrivate: Bool = false, support: ExternalSupport? = nil,
    owner: UInt32? = nil, controllerLoss: ControllerLoss = .keep
  ) {
    self.name = name
    self.manifest = manifest
    self.isFallback = isFallback
    self.isPrivate = isPrivate
    self.support = support
    self.owner = owner
    self.controllerLoss = controllerLoss
  }
}
