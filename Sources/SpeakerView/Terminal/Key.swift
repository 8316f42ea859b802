/// A key as a terminal tells of it.
public enum Key: Hashable, Sendable {
  /// One that writes a character.
  case character(Character)
  /// One with Ctrl, by its small letter.
  case control(Character)
  /// The return key.
  case enter
  /// Escape.
  case escape
  /// The one that takes back what was written.
  case backspace
  /// The tabulator.
  case tab
  /// The arrow.
  case up
  /// The arrow.
  case down
  /// The arrow.
  case left
  /// The arrow.
  case right
  /// Page up, as clickers send it for back.
  case pageUp
  /// Page down, as clickers send it for on.
  case pageDown
  /// Home.
  case home
  /// End.
  case end
  /// Delete.
  case delete
  /// A function key, from 1.
  case function(Int)
}
