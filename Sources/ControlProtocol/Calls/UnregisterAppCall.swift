/// Forgets a registered app, and ends its scenes; its sessions stay.
public struct UnregisterAppCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = EmptyReply
  /// The method's name.
  public static var method: ControlMethod { .unregisterApp }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The app's name.
  public var app: String
  /// The token that it got when it registered; nil with the access `admin`.
  public var token: String?

  /// Makes one from its fields.
  public init(app: String, token: String? = nil) {
    self.app = app
    self.token = token
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case app, token
  }
}
