internal import Composition
internal import DisplayTypes

/// Makes the layers of what was decided: nothing else picks what is shown.
nonisolated enum PictureTree {
  /// The layers for a screen of this size in points.
  ///
  /// The window's are those of the scene that is due, laid out for this size; the source's those of the mirrored screen, with its
  /// size. Where they are needed and missing, it is the idle colour.
  ///
  /// `isPublic`: it is no main screen, so that private layers are masked. `isPrivate`: all of the window is.
  static func make(
    _ picture: ScreenPicture, isPublic: Bool = true, window: LayerTree? = nil, isPrivate: Bool = false,
    source: (tree: LayerTree, size: PointSize)? = nil,
    fit: MirrorFit = .letterbox, size: PointSize, idle: Color
  ) -> LayerTree {
    if picture.cover.isBlank { return LayerTree(background: .black) }
    let tree: LayerTree? =
      switch picture.shown {
      case .scene: isPrivate ? window?.madePrivate(size: size) : window
      case .applications: window
      case .masked: LayerTree(background: LayerTree.placeholder)
      case .black: LayerTree(background: .black)
      case .mirror: source?.tree.fitted(from: source?.size ?? size, into: size, fit: fit)
      case .idle, .dark, .untouched: nil
      }
    guard let tree else { return LayerTree(background: idle) }
    return isPublic ? tree.masked() : tree
  }
}
