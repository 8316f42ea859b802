/// Has scenes laid out anew, those in the background as well.
public struct RefreshSessionsCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = RefreshSessionsReply
  /// The method's name.
  public static var method: ControlMethod { .refreshSessions }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// Only this session; nil for all that the rest names.
  public var session: String?
  /// Only this app's.
  public var app: String?

  /// Makes one from its fields.
  public init(session: String? = nil, app: String? = nil) {
    self.session = session
    self.app = app
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, app
  }
}
