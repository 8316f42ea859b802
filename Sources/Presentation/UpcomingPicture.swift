internal import Composition
internal import DisplayTypes

/// A picture that waits for the refresh at which those of other screens are shown.
struct UpcomingPicture {
  var geometry: OutputGeometry
  var tree: LayerTree
  var request: RequestID?
  /// When the other screens show theirs: the refresh nearest to it, and none before, is this one's.
  var moment: MonotonicTime
}
