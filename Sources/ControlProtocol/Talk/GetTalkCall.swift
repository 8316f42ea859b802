/// Asks for the talk that is going on.
public struct GetTalkCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = GetTalkReply
  /// The method's name.
  public static var method: ControlMethod { .getTalk }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { [] }

  /// Makes one.
  public init() {}
}
