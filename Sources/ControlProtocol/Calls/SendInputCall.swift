/// Hands what a controller's user has done to an application scene.
public struct SendInputCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = EmptyReply
  /// The method's name.
  public static var method: ControlMethod { .sendInput }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier.
  public var session: String
  /// What it is, in the controller's and the app's words.
  public var kind: String
  /// What goes with it.
  public var values: [String: JSONValue]?

  /// Makes one from its fields.
  public init(session: String, kind: String, values: [String: JSONValue]? = nil) {
    self.session = session
    self.kind = kind
    self.values = values
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, kind, values
  }
}
