/// Asks for the apps.
public struct AppsCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = AppsReply
  /// The method's name.
  public static var method: ControlMethod { .apps }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { [] }

  /// Makes one.
  public init() {}
}
