public import Timeline

/// What a content, or a region of a layout, shows: what is due, and what is seen.
public nonisolated struct ShownMoment: Hashable, Sendable {
  /// The region's name, or its place from 1; nil for what is no layout.
  public var region: String?
  /// What is due by the timeline.
  public var moment: PlayMoment
  /// What is seen: something else than what is due where nothing of that can be shown, or while it is being made.
  public var seen: PlayLeaf
  /// What comes after it is due, and still being made.
  public var isOverdue = false
  /// Who is told of it could do more than look.
  public var isSecret = false

  /// What is due is seen, unless something else is said.
  public init(_ moment: PlayMoment, region: String? = nil, seen: PlayLeaf? = nil, isOverdue: Bool = false) {
    self.region = region
    self.moment = moment
    self.seen = seen ?? moment.leaf
    self.isOverdue = isOverdue
  }
}
