internal import Composition
internal import DisplayTypes

/// The tree of a scene's window, laid out ahead for a mode that is about to be set.
struct LaidOutWindow {
  let scene: Scene
  let geometry: OutputGeometry
  let tree: LayerTree
}
