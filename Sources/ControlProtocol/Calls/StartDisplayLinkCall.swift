/// Has a registered app told of the refreshes of the screen that shows one of its scenes, on its stream.
public struct StartDisplayLinkCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = EmptyReply
  /// The method's name.
  public static var method: ControlMethod { .startDisplayLink }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The token that the app got when it registered; not needed with the access `admin`.
  public var token: String?
  /// The session's identifier.
  public var session: String
  /// The highest rate that is wanted, from 0.01 to 1000: it is the highest that divides the screen's and is not above; nil for
  /// every refresh.
  public var maximumHertz: Double?

  /// Makes one from its fields.
  public init(token: String? = nil, session: String, maximumHertz: Double? = nil) {
    self.token = token
    self.session = session
    self.maximumHertz = maximumHertz
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token, session, maximumHertz
  }
}
