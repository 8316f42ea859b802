/// Answers the calls that change the picture of several screens.
public struct PicturesReply: ControlReply, Hashable {
  /// The frames that show the change, one a screen that is lit; empty with `noWait`.
  public var presented: [PresentedFrame]
  /// Why the change would not survive the daemon; nil where it is kept.
  public var note: String?

  /// Makes one from its fields.
  public init(presented: [PresentedFrame], note: String? = nil) {
    self.presented = presented
    self.note = note
  }
}
