/// Subscribes to events, or goes on where an earlier subscription ended; needs `more`.
public struct EventsCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = EventInfo
  /// The method's name.
  public static var method: ControlMethod { .events }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The number of the last event that was seen; nil to begin with the full state.
  public var after: UInt64?
  /// The life of the daemon in which that was, as its snapshot said it.
  public var run: String?

  /// Begins with the full state.
  public init() {}

  /// Goes on after an event.
  public init(after: UInt64, run: String) {
    self.after = after
    self.run = run
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case after, run
  }
}
