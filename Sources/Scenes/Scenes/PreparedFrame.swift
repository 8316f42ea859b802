internal import Composition

/// What a delegate laid out ahead of its time.
struct PreparedFrame {
  var wanted: LaidOutContent
  /// Names the question: an answer to an earlier one, for the same perhaps, is not taken for this.
  var ticket: Int
  /// Nil while the delegate is at it.
  var tree: LayerTree?
}
