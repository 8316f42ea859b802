/// Asks for the scene sessions.
public struct SessionsCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = SessionsReply
  /// The method's name.
  public static var method: ControlMethod { .sessions }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { [] }

  /// Makes one.
  public init() {}
}
