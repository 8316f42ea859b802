/// Streams the talk: as it is, and again after each change; needs `more`.
public struct WatchTalkCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = GetTalkReply
  /// The method's name.
  public static var method: ControlMethod { .watchTalk }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { [] }

  /// Makes one.
  public init() {}
}
