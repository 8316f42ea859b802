package import ContentModel
internal import DisplayTypes

/// Numbers the played items, so that flips can report them (`Layer.item`), and keeps the proof of play.
package protocol PlayReceiver: AnyObject {
  /// The same number for equal items; `until` is the known end of the turn by the timeline, and nil if the item stays.
  func number(of item: PlayedItem, until: WallTime?) -> UInt32

  /// Records the reason why something cannot be played, as people read it.
  func skipped(_ reason: String, session: String)
}

/// A turn of an item, as the proof of play records it.
package struct PlayedItem: Hashable, Sendable {
  /// The identifier of the scene's session.
  package var session: String
  /// With the layout's region before it: `left/evening/menu.pdf/3`.
  package var name: String
  /// Its file, otherwise its kind, as `clock`.
  package var content: String
  /// The beginning of this turn by the timeline; nil for content without turns.
  package var turn: WallTime?
}
