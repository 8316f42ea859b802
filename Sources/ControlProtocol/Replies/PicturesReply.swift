/// Answers the calls that change the picture of several screens.
public struct PicturesReply: ControlReply, Hashable {
  /// The frames that show the change, one a screen that is lit; empty with `noWait`.
  public var presented: [PresentedFrame]

  /// Makes one from its fields.
  public init(presented: [PresentedFrame]) {
    self.presented = presented
  }
}
