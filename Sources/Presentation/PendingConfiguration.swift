internal import Composition
internal import DisplayTypes

/// A modeset whose end is waited for, with the picture that comes with it.
struct PendingConfiguration {
  var token: CommitToken
  var mode: ScreenMode
  var geometry: OutputGeometry
  var tree: LayerTree
  var frame: ResolvedFrame
}
