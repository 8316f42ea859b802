/// An app that registered, as it is kept: its screens go on showing what they show until its controller returns.
public nonisolated struct AppRecord: Hashable, Sendable {
  /// The app's name.
  public var name: String
  /// Its scenes by role.
  public var manifest: SceneManifest
  /// Whether it stands in where the foreground app shows nothing.
  public var isFallback: Bool

  /// Makes a record.
  public init(name: String, manifest: SceneManifest, isFallback: Bool) {
    self.name = name
    self.manifest = manifest
    self.isFallback = isFallback
  }
}
