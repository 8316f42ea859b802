/// Answers the calls that change a talk.
public struct TalkReply: ControlReply, Hashable {
  /// The talk as it is then.
  public var talk: TalkInfo
  /// The frames that show the change, one a screen that is lit; empty with `noWait`, or where nothing is another.
  public var presented: [PresentedFrame]
  /// Why nothing was presented although it was waited for, and what else there is to say.
  public var note: String?
  /// The command line's way on from there; nil where there is none.
  public var hint: String?

  /// Makes one from its fields.
  public init(talk: TalkInfo, presented: [PresentedFrame], note: String? = nil, hint: String? = nil) {
    self.talk = talk
    self.presented = presented
    self.note = note
    self.hint = hint
  }
}
