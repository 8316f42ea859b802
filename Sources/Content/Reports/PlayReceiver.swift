public import ContentModel
internal import DisplayTypes

/// Numbers what is played, so that the flips can tell it (`Layer.item`), and keeps the proof of play.
public protocol PlayReceiver: AnyObject {
  /// The number of an item's turn: the same one for equal items, a new one for any other.
  ///
  /// `until` is when something else comes by the timeline, as far as is known; nil where it stays.
  func number(of item: PlayedItem, until: WallTime?) -> UInt32

  /// Something cannot be played; the reason as it is told to people.
  func skipped(_ reason: String, session: String)
}

/// A turn of an item that is played, as the proof of play tells it.
public struct PlayedItem: Hashable, Sendable {
  /// The identifier of the scene's session.
  public var session: String
  /// What it is called, with the layout's region before it: `left/evening/menu.pdf/3`.
  public var name: String
  /// Its file, where it has one; else its kind, as `clock`.
  public var content: String
  /// When this turn began by the timeline; nil for content that has none.
  public var turn: WallTime?
}
