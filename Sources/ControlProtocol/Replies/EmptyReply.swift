/// Answers the calls that have nothing to tell but that it is done.
public struct EmptyReply: ControlReply, Hashable {
  /// Makes one.
  public init() {}
}
