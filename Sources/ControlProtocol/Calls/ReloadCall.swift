/// Applies the changed configuration file; a file with an error changes nothing.
public struct ReloadCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = ReloadReply
  /// The method's name.
  public static var method: ControlMethod { .reload }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { [] }

  /// Makes one.
  public init() {}
}
