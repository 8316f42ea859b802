internal import DisplayTypes

/// What a tree was laid out from.
struct LaidOutContent: Equatable {
  var session: String
  var content: ContentDescription?
  var geometry: OutputGeometry
}
