internal import Composition

/// What a delegate laid out ahead of its time.
struct PreparedFrame {
  var wanted: LaidOutContent
  /// Nil while the delegate is at it.
  var tree: LayerTree?
}
