internal import Composition
internal import DisplayTypes

/// A window that was put on a screen, and how its layers come about.
struct PlacedWindow {
  let window: Window
  let layOut: (OutputGeometry) -> LayerTree
}
