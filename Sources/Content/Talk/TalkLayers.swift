internal import Composition
internal import DisplayTypes
internal import Rasterizing
internal import Talks

/// The layers of a talk on one screen: the slide, and what lies over it.
struct TalkLayers {
  private let talk: Talk
  private let grid: PixelGrid

  init(_ talk: Talk, _ geometry: OutputGeometry) {
    self.talk = talk
    grid = PixelGrid(geometry)
  }

  /// All of them; without a slide that of the background alone.
  func tree(_ slide: TalkSlide?) -> LayerTree {
    var tree = LayerTree(background: talk.cover == .white ? .white : .black)
    guard talk.cover == .none, let slide, let picture = slide.picture else { return tree }
    let rect = slide.isCurrent ? picture.image.rect : fitted(picture.image.rect.size)
    guard !rect.isEmpty else { return tree }
    tree.layers.append(
      Layer(
        id: LayerID(rawValue: 1), frame: grid.points(rect), contents: .bitmap(picture.image.bitmap),
        sampling: slide.isCurrent ? .sharp : .smooth))
    return tree
  }

  /// Where a picture lies that was made for another room.
  private func fitted(_ size: PixelSize) -> PixelRect {
    guard !size.isEmpty, !grid.size.isEmpty else { return .empty }
    let scale = min(Double(grid.size.width) / Double(size.width), Double(grid.size.height) / Double(size.height))
    let width = min(grid.size.width, Int((Double(size.width) * scale).rounded()))
    let height = min(grid.size.height, Int((Double(size.height) * scale).rounded()))
    return PixelRect(
      x: (grid.size.width - width) / 2, y: (grid.size.height - height) / 2, width: width, height: height)
  }
}
