public import DisplayTypes

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
