/// Answers `Plays`: with the newest plays, or, if the call says `more`, with a piece of all of them.
public struct PlaysReply: ControlReply, Hashable {
  /// By their first flips, the oldest first; in a piece in the order in which they ended.
  public var plays: [PlayInfo]
  /// Whether there are more, of which these are the newest.
  public var isCut: Bool
  /// What could not be kept since the daemon started, as a sentence; nil where all was, and in a piece that is not the last.
  public var warning: String?

  /// Makes one from its fields.
  public init(plays: [PlayInfo], isCut: Bool, warning: String? = nil) {
    self.plays = plays
    self.isCut = isCut
    self.warning = warning
  }
}
