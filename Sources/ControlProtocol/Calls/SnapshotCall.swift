/// Asks for a small picture of what a scene shows, or showed last.
public struct SnapshotCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = SnapshotReply
  /// The method's name.
  public static var method: ControlMethod { .snapshot }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier.
  public var session: String
  /// For somebody who may only look on: a picture that lets whoever sees it do more is refused; by default for who calls.
  public var lookingOn: Bool?

  /// Makes one from its fields.
  public init(session: String, lookingOn: Bool? = nil) {
    self.session = session
    self.lookingOn = lookingOn
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, lookingOn
  }
}
