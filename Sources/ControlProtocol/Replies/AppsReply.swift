/// Answers `Apps`.
public struct AppsReply: ControlReply, Hashable {
  /// The apps, in the configuration's order.
  public var apps: [AppInfo]

  /// Makes one from its fields.
  public init(apps: [AppInfo]) {
    self.apps = apps
  }
}
