package import ContentModel

/// The picture of a content, and its parts that cannot be shown.
package nonisolated struct ContentReport: Hashable, Sendable {
  /// One, or one for each region of a layout; none before the first picture.
  package var moments: [ShownMoment] = []
  /// The reasons why files and folders cannot be shown at present, by name, and then texts; a file that is damaged inside is found at its
  /// first turn.
  package var troubles: [String] = []
  /// The reason why the newest content is not the one that is seen; nil if it is.
  package var wait: String?
}

package protocol ContentReporting: AnyObject {
  /// Nil while nothing is played, as in the background.
  var report: ContentReport? { get }
  /// The known reasons why files and texts cannot be shown, also while nothing is played: damage inside a file is known only after a
  /// try.
  var knownTroubles: [String] { get }
}

/// The picture of a content, or of a region of a layout.
package nonisolated struct ShownMoment: Hashable, Sendable {
  /// The region's name, or its place from 1; nil without a layout.
  package var region: String?
  /// The due moment of the timeline.
  package var moment: TimelineMoment
  /// Differs from the due content if nothing of that can be shown, or while it is being made.
  package var seen: DueContent
  /// The next picture is due, and is still being made.
  package var isOverdue = false
  /// Whether a reader of the report could pair by it.
  package var isSecret = false

  /// - Parameter seen: by default the due content.
  package init(_ moment: TimelineMoment, region: String? = nil, seen: DueContent? = nil, isOverdue: Bool = false) {
    self.region = region
    self.moment = moment
    self.seen = seen ?? moment.leaf
    self.isOverdue = isOverdue
  }
}
