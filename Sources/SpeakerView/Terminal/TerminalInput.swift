/// What comes from a terminal.
public enum TerminalInput: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse is at a cell, from 0; pressed where a button is held.
  case mouse(column: Int, row: Int, pressed: Bool)
  /// The wheel was turned by so many clicks, down is more.
  case wheel(Int)
  /// An answer to a question about the terminal.
  case reply(TerminalReply)
}
