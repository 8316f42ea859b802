package import ContentModel

/// The picture of a content, and its parts that cannot be shown.
package nonisolated struct ContentReport: Hashable, Sendable {
  /// One moment, or one for each region of a layout; empty before the first picture.
  package var moments: [ShownMoment] = []
  /// The reasons why files, folders and texts cannot be shown now, texts last. Damage inside a file is found only when the file is due.
  package var troubles: [String] = []
  /// The reason why the newest content is not visible; nil if it is.
  package var wait: String?
}

package protocol ContentReporting: AnyObject {
  /// Nil while the content does not play, as in the background.
  var report: ContentReport? { get }
  /// The known reasons why files and texts cannot be shown, also while the content does not play. Damage inside a file is known only after
  /// a try.
  var knownTroubles: [String] { get }
}

/// The picture of a content, or of a region of a layout.
package nonisolated struct ShownMoment: Hashable, Sendable {
  /// The region's name or its number from 1; nil without a layout.
  package var region: String?
  package var moment: TimelineMoment
  /// The visible content. It differs from the due content if that cannot be shown or is being made.
  package var seen: DueContent
  /// Whether the next picture is due but not ready.
  package var isOverdue = false
  /// Whether a reader of the report could pair a device with its code.
  package var isSecret = false

  /// - Parameter seen: the visible content, by default the due content.
  package init(_ moment: TimelineMoment, region: String? = nil, seen: DueContent? = nil, isOverdue: Bool = false) {
    self.region = region
    self.moment = moment
    self.seen = seen ?? moment.leaf
    self.isOverdue = isOverdue
  }
}
