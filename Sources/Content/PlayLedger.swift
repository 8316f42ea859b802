public import DisplayTypes

/// Numbers what is played, so that the flips can tell it (`Layer.item`), and keeps the proof of play.
public protocol PlayLedger: AnyObject {
  /// The number of an item's turn: the same one for equal items, a new one for any other.
  ///
  /// `until` is when something else comes by the timeline, as far as is known; nil where it stays.
  func number(of item: PlayedItem, until: WallTime?) -> UInt32

  /// Something cannot be played; the reason as it is told to people.
  func skipped(_ reason: String, session: String)
}
