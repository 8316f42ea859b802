/// Subscribes to events; needs `more`.
public struct EventsCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = EventInfo
  /// The method's name.
  public static var method: ControlMethod { .events }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { [] }

  /// Makes one.
  public init() {}
}
