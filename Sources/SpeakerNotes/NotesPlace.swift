/// Which slides a piece of notes is for.
public enum NotesPlace: Hashable, Sendable {
  /// Those that the deck calls so: all steps of one slide have its label. Where no slide has it, the page of that number.
  case label(String)
  /// The slide of that number, from 1, where steps of one label count as one slide.
  case slide(Int)
  /// The page of that number, from 1, and the steps of its label that follow.
  case page(Int)
}
