internal import Composition
internal import DisplayTypes

/// What a delegate laid out ahead of its time.
struct PreparedFrame {
  var session: String
  var geometry: OutputGeometry
  /// Nil while the delegate is at it.
  var tree: LayerTree?
}
