package import ContentModel
internal import DisplayTypes

/// Numbers the played items, so that flips can report them (`Layer.item`), and keeps the proof of play.
package protocol PlayReceiver: AnyObject {
  /// Returns the same number for equal items. `until` is the end of the turn by the timeline; nil if the item stays.
  func number(of item: PlayedItem, until: WallTime?) -> UInt32

  /// Records why something cannot be played, in words for people.
  func skipped(_ reason: String, session: String)
}

/// A turn of an item, as the proof of play records it.
package struct PlayedItem: Hashable, Sendable {
  package var session: String
  /// The name, after the layout's region, as `left/evening/menu.pdf/3`.
  package var name: String
  /// The file, or the kind of content without a file, as `clock`.
  package var content: String
  /// The beginning of the turn by the timeline; nil for content without turns.
  package var turn: WallTime?
}
