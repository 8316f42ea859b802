/// Asks how the daemon is.
public struct StatusCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = StatusReply
  /// The method's name.
  public static var method: ControlMethod { .status }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { [] }

  /// Makes one.
  public init() {}
}
