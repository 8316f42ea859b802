/// Answers `GetTalk`, and each change to who watches.
public struct GetTalkReply: ControlReply, Hashable {
  /// The talk; nil where none is going on.
  public var talk: TalkInfo?

  /// Makes one from its fields.
  public init(talk: TalkInfo? = nil) {
    self.talk = talk
  }
}
