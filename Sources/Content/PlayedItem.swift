public import DisplayTypes

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

  /// Makes an item.
  public init(session: String, name: String, content: String, turn: WallTime?) {
    self.session = session
    self.name = name
    self.content = content
    self.turn = turn
  }
}
