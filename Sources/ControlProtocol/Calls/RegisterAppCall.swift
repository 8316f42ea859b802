/// Registers an app with its scene manifest, or comes back under its name; needs `more`.
///
/// The app is there as long as the connection is open. It is asked and told by the replies, and answers on another connection.
public struct RegisterAppCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = AppMessage
  /// The method's name.
  public static var method: ControlMethod { .registerApp }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The app's name: up to 64 ASCII letters, digits, `-`, `_` and `.`.
  public var name: String
  /// Its scene configurations by role; an empty list leaves screens of that role alone.
  public var scenes: [String: [SceneConfigurationInfo]]
  /// Whether it stands in where the foreground app shows nothing; nil for no.
  public var fallback: Bool?
  /// Whether several application scenes may be connected at once; nil for no.
  public var supportsMultipleScenes: Bool?
  /// Whether all its scenes are for the main screen alone, so that others show a placeholder; nil for no.
  public var `private`: Bool?
  /// What it wants of external displays where it is in the foreground: `external`, `mirror` or `off`; nil where it says nothing.
  public var support: String?
  /// What its screens show once the connection has ended; nil for `keep`.
  public var controllerLoss: ControllerLossInfo?
  /// Counts up with what `scenes` says: about sessions configured by a lower one it is asked again; nil where nobody counts.
  public var version: Int?
  /// The token of the last registration, to come back while the daemon still believes in the connection of that.
  public var token: String?

  /// Makes one from its fields.
  public init(
    name: String, scenes: [String: [SceneConfigurationInfo]], fallback: Bool? = nil,
    supportsMultipleScenes: Bool? = nil, `private`: Bool? = nil, support: String? = nil,
    controllerLoss: ControllerLossInfo? = nil, version: Int? = nil, token: String? = nil
  ) {
    self.name = name
    self.scenes = scenes
    self.fallback = fallback
    self.supportsMultipleScenes = supportsMultipleScenes
    self.private = `private`
    self.support = support
    self.controllerLoss = controllerLoss
    self.version = version
    self.token = token
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, scenes, fallback, supportsMultipleScenes, `private`, support, controllerLoss, version, token
  }
}
