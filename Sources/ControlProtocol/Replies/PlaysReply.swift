/// Answers `Plays`.
public struct PlaysReply: ControlReply, Hashable {
  /// By their first flips, the oldest first.
  public var plays: [PlayInfo]
  /// Whether there are more, of which these are the newest.
  public var isCut: Bool

  /// Makes one from its fields.
  public init(plays: [PlayInfo], isCut: Bool) {
    self.plays = plays
    self.isCut = isCut
  }
}
