/// Asks for a scene session with all that is kept with it.
public struct GetSessionCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = GetSessionReply
  /// The method's name.
  public static var method: ControlMethod { .getSession }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier.
  public var session: String

  /// Makes one from its fields.
  public init(session: String) {
    self.session = session
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session
  }
}
