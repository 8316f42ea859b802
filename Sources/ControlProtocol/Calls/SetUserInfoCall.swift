/// Sets all that an app keeps with a session; it is kept when this is answered.
public struct SetUserInfoCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = EmptyReply
  /// The method's name.
  public static var method: ControlMethod { .setUserInfo }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier.
  public var session: String
  /// What to keep in place of what was there: up to 16 KiB of JSON, 16 levels deep.
  public var userInfo: [String: JSONValue]
  /// The token that a registered app got; needed while that app is there, but with the access `admin`.
  public var token: String?

  /// Makes one from its fields.
  public init(session: String, userInfo: [String: JSONValue], token: String? = nil) {
    self.session = session
    self.userInfo = userInfo
    self.token = token
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, userInfo, token
  }
}
