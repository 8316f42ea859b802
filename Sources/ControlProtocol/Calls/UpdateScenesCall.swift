/// Changes sessions of an app, connected or not: all of them, or none where one cannot be changed.
public struct UpdateScenesCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PicturesReply
  /// The method's name.
  public static var method: ControlMethod { .updateScenes }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The token that the app got when it registered; nil for apps of the configuration, and with the access `admin`.
  public var token: String?
  /// What is to be another.
  public var changes: [SceneChangeInfo]
  /// Whether to answer at once instead of after the flips; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(token: String? = nil, changes: [SceneChangeInfo], noWait: Bool? = nil) {
    self.token = token
    self.changes = changes
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token, changes, noWait
  }
}
