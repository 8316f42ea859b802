internal import DisplayTypes

/// What a tree was laid out from.
struct LaidOutContent: Equatable {
  /// Nil where the delegate decides.
  var content: ContentDescription?
  var geometry: OutputGeometry
}
