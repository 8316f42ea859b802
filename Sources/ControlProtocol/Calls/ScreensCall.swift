/// Asks for the connected screens.
public struct ScreensCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = ScreensReply
  /// The method's name.
  public static var method: ControlMethod { .screens }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { [] }

  /// Makes one.
  public init() {}
}
