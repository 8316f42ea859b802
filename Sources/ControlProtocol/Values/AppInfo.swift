/// An app: a named owner of content.
public struct AppInfo: Codable, Hashable, Sendable {
  /// The app's name.
  public var name: String
  /// Whether it is the foreground app of all screens that have none of their own.
  public var foreground: Bool
  /// The screens whose foreground app it is.
  public var screens: [String]
  /// The roles for which its manifest has scene configurations.
  public var roles: [String]
  /// Whether the program that registered it is there; nil for an app of the configuration.
  public var controller: ControllerInfo?

  /// Makes one from its fields.
  public init(
    name: String, foreground: Bool = false, screens: [String] = [], roles: [String] = [],
    controller: ControllerInfo? = nil
  ) {
    self.name = name
    self.foreground = foreground
    self.screens = screens
    self.roles = roles
    self.controller = controller
  }
}
