/// Owns the input of an app as long as the connection is open; needs `more`.
public struct OwnInputCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = OwnInputReply
  /// The method's name.
  public static var method: ControlMethod { .ownInput }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The app's name.
  public var app: String

  /// Makes one from its fields.
  public init(app: String) {
    self.app = app
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case app
  }
}
