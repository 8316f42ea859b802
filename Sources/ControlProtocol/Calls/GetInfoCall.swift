/// Asks what the service is.
public struct GetInfoCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = GetInfoReply
  /// The method's name.
  public static var method: ControlMethod { .getInfo }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { [] }

  /// Makes one.
  public init() {}
}
