/// Ends what `StartDisplayLink` began.
public struct StopDisplayLinkCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = EmptyReply
  /// The method's name.
  public static var method: ControlMethod { .stopDisplayLink }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The token that the app got when it registered; not needed with the access `admin`.
  public var token: String?
  /// The session's identifier.
  public var session: String

  /// Makes one from its fields.
  public init(token: String? = nil, session: String) {
    self.token = token
    self.session = session
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token, session
  }
}
