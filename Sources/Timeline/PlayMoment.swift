public import DisplayTypes

/// What a content shows at a moment, and from when until when it is the same.
///
/// At every time from `since` on and before `until` the answer is this very value; at `until` it is another one.
public struct PlayMoment: Hashable, Sendable {
  /// What is to be seen.
  public var leaf: PlayLeaf
  /// The item's name, the same on every box.
  ///
  /// Leads from the outermost playlist or schedule to the item, as `evening/menu.pdf/3`; empty for content that plays nothing.
  public var item: String
  /// When this turn of the item began: tells it from the item's next turn; nil for content that plays nothing.
  ///
  /// A clock in a playlist is another moment with every tick, but the same turn.
  public var turn: WallTime?
  /// Since when it is shown by this; nil for ever since.
  public var since: WallTime?
  /// When something else is shown; nil where it stays.
  public var until: WallTime?
  /// How it comes in at `since`.
  public var transition: TransitionDescription
  /// The reasons for which items were passed over at this moment.
  public var skipped: [String]

  /// Makes a moment.
  public init(
    _ leaf: PlayLeaf, item: String = "", turn: WallTime? = nil, since: WallTime? = nil, until: WallTime? = nil,
    transition: TransitionDescription = .cut, skipped: [String] = []
  ) {
    self.leaf = leaf
    self.item = item
    self.turn = turn
    self.since = since
    self.until = until
    self.transition = transition
    self.skipped = skipped
  }
}
