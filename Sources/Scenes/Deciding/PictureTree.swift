internal import Composition
internal import DisplayTypes

/// Makes the layers of what was decided: nothing else picks what is shown.
nonisolated enum PictureTree {
  /// The layers for a screen of this size in points.
  ///
  /// The window's are those of the scene that is due, laid out for this size; the source's those of the mirrored screen, with its
  /// size. Where they are needed and missing, it is the idle colour.
  static func make(
    _ picture: ScreenPicture, window: LayerTree? = nil, source: (tree: LayerTree, size: PointSize)? = nil,
    fit: MirrorFit = .letterbox, size: PointSize, idle: Color
  ) -> LayerTree {
    if picture.cover.isBlank { return LayerTree(background: .black) }
    let tree: LayerTree? =
      switch picture.shown {
      case .scene, .applications: window
      case .mirror: source?.tree.fitted(from: source?.size ?? size, into: size, fit: fit)
      case .idle, .dark, .untouched: nil
      }
    return tree ?? LayerTree(background: idle)
  }
}
