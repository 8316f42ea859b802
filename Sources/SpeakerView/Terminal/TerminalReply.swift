/// What a terminal answers.
public enum TerminalReply: Hashable, Sendable {
  /// What kind it is (DA1); 4 among the numbers means sixel pictures.
  case attributes([Int])
  /// Where its cursor is, from 1 (CPR).
  case cursor(row: Int, column: Int)
  /// It knows kitty's pictures: whether they work.
  case kitty(works: Bool)
  /// How large a cell is, in pixels.
  case cellSize(width: Int, height: Int)
}
