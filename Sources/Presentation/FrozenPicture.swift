internal import Composition
internal import DisplayTypes

/// The moment at which a screen was frozen, and the picture that waits for the thaw.
struct FrozenPicture {
  var moment: PictureMoment
  var pending: (OutputGeometry, LayerTree)?
}
