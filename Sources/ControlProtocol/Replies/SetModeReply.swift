/// Answers `SetMode`.
public struct SetModeReply: ControlReply, Hashable {
  /// The mode that answers the wish.
  public var mode: ScreenModeInfo
  /// The first frame in that mode; nil with `noWait`.
  public var presented: PresentedFrame?
  /// Why nothing was presented although it was waited for.
  public var note: String?
  /// The command line's way on from there; nil where there is none.
  public var hint: String?

  /// Makes one from its fields.
  public init(mode: ScreenModeInfo, presented: PresentedFrame? = nil, note: String? = nil, hint: String? = nil) {
    self.mode = mode
    self.presented = presented
    self.note = note
    self.hint = hint
  }
}
