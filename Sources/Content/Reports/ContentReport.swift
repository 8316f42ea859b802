public import ContentModel

/// What is shown of a content, and what of it cannot be.
public nonisolated struct ContentReport: Hashable, Sendable {
  /// What is shown: one, or one for each region of a layout; none before there is anything.
  public var moments: [ShownMoment] = []
  /// Why files and folders cannot be shown at present, a sentence each, in the order of their names; then why texts cannot.
  ///
  /// A file that is broken inside is known for that once it was its turn.
  public var troubles: [String] = []
  /// Why what was asked for is not what is seen; nil where it is.
  public var wait: String?
}

/// Tells what a scene really shows.
public protocol ContentReporting: AnyObject {
  /// What is shown now; nil while nothing is played, as in the background.
  var report: ContentReport? { get }
  /// What is known, also while nothing is played, of files and texts of it that cannot be shown, a sentence each: what is broken inside is known only to
  /// who has tried to show it.
  var knownTroubles: [String] { get }
}

/// What a content, or a region of a layout, shows: what is due, and what is seen.
public nonisolated struct ShownMoment: Hashable, Sendable {
  /// The region's name, or its place from 1; nil for what is no layout.
  public var region: String?
  /// What is due by the timeline.
  public var moment: TimelineMoment
  /// What is seen: something else than what is due where nothing of that can be shown, or while it is being made.
  public var seen: DueContent
  /// What comes after it is due, and still being made.
  public var isOverdue = false
  /// Who is told of it could do more than look.
  public var isSecret = false

  /// What is due is seen, unless something else is said.
  public init(_ moment: TimelineMoment, region: String? = nil, seen: DueContent? = nil, isOverdue: Bool = false) {
    self.region = region
    self.moment = moment
    self.seen = seen ?? moment.leaf
    self.isOverdue = isOverdue
  }
}
