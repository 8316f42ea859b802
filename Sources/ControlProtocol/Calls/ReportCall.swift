/// Asks for a report: all that has decided about what is shown.
public struct ReportCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = ReportReply
  /// The method's name.
  public static var method: ControlMethod { .report }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { [] }

  /// Makes one.
  public init() {}
}
