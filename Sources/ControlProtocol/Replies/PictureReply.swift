/// Answers the calls that change the picture of one screen.
public struct PictureReply: ControlReply, Hashable {
  /// The frame that shows the change; nil with `noWait`, and where nothing is shown.
  public var presented: PresentedFrame?
  /// Why nothing was presented although it was waited for.
  public var note: String?
  /// The command line's way on from there; nil where there is none.
  public var hint: String?

  /// Makes one from its fields.
  public init(presented: PresentedFrame? = nil, note: String? = nil, hint: String? = nil) {
    self.presented = presented
    self.note = note
    self.hint = hint
  }
}
