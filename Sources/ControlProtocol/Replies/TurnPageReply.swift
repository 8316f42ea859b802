/// Answers `TurnPage`.
public struct TurnPageReply: ControlReply, Hashable {
  /// The page that is shown, from 1.
  public var page: Int
  /// How many there are.
  public var pages: Int
  /// The first frame with it; nil with `noWait`, or where nothing is another.
  public var presented: PresentedFrame?
  /// Why nothing was presented although it was waited for.
  public var note: String?
  /// The command line's way on from there; nil where there is none.
  public var hint: String?

  /// Makes one from its fields.
  public init(page: Int, pages: Int, presented: PresentedFrame? = nil, note: String? = nil, hint: String? = nil) {
    self.page = page
    self.pages = pages
    self.presented = presented
    self.note = note
    self.hint = hint
  }
}
