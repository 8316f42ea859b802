/// Asks for the scene sessions: all, or those that answer everything that is said.
public struct SessionsCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = SessionsReply
  /// The method's name.
  public static var method: ControlMethod { .sessions }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// Only this app's.
  public var app: String?
  /// Only those in this state.
  public var state: SceneStateInfo?
  /// Only those whose user information has these values, inner objects included.
  public var userInfo: [String: JSONValue]?

  /// Makes one from its fields.
  public init(app: String? = nil, state: SceneStateInfo? = nil, userInfo: [String: JSONValue]? = nil) {
    self.app = app
    self.state = state
    self.userInfo = userInfo
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case app, state, userInfo
  }
}
