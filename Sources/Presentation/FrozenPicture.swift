internal import Composition
internal import DisplayTypes

/// The moment at which a screen was frozen, and the picture that waits for the thaw.
struct FrozenPicture {
  var time: MonotonicTime
  var frameNumber: UInt64
  var pending: (OutputGeometry, LayerTree)?
}
