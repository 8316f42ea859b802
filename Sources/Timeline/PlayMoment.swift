public import DisplayTypes

/// What a content shows at a moment, and from when until when it is the same.
public struct PlayMoment: Hashable, Sendable {
  /// What is to be seen.
  public var leaf: PlayLeaf
  /// Tells the item from others and from its own next turn: equal for the same turn of the same item on every box.
  ///
  /// Names lead from the outermost playlist or schedule to the item, as `evening/menu.pdf/3`; empty for content that plays nothing.
  public var item: String
  /// Since when it is shown by this; nil for ever since.
  public var since: WallTime?
  /// When something else is shown; nil where it stays.
  public var until: WallTime?
  /// How it comes in at `since`.
  public var transition: TransitionDescription
  /// Items that were passed over at this moment, each with the reason.
  public var skipped: [String]

  /// Makes a moment.
  public init(
    _ leaf: PlayLeaf, item: String = "", since: WallTime? = nil, until: WallTime? = nil,
    transition: TransitionDescription = .cut, skipped: [String] = []
  ) {
    self.leaf = leaf
    self.item = item
    self.since = since
    self.until = until
    self.transition = transition
    self.skipped = skipped
  }
}
