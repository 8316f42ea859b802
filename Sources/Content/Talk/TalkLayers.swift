internal import Composition
internal import DisplayTypes
internal import Rasterizing
internal import Talks

/// The layers of a talk on one screen: the slide, and what lies over it.
///
/// What moves, the pointer and the spotlight, is small, so that little is drawn anew. Nothing of the slide is seen through a cover; a
/// message and a code lie over that too.
struct TalkLayers {
  private let talk: Talk
  private let grid: PixelGrid
  private let density: (horizontal: Double, vertical: Double)
  private let shapes: TalkShapes

  /// How dark it is around a spotlight.
  private static let dimming = 0.65
  /// Shares of the picture's height.
  private static let pointerSize = 0.022
  private static let spotlightSize = 0.26

  /// - Parameter shapes: keeps what has been drawn before.
  init(_ talk: Talk, _ geometry: OutputGeometry, _ shapes: TalkShapes) {
    self.talk = talk
    self.shapes = shapes
    grid = PixelGrid(geometry)
    density = geometry.pixelsPerPoint
  }

  /// All of them; without a slide that of the background alone.
  func tree(_ slide: TalkSlide?, over notes: [Layer]) -> LayerTree {
    var tree = LayerTree(background: talk.cover == .white ? .white : .black)
    if talk.cover == .none, let slide { tree.layers = layers(of: slide) }
    tree.layers += notes
    return tree.numbered()
  }

  private func layers(of slide: TalkSlide) -> [Layer] {
    guard let picture = slide.picture else { return [] }
    let rect = slide.isCurrent ? picture.image.rect : fitted(picture.image.rect.size)
    guard !rect.isEmpty else { return [] }
    func drawn(at rect: PixelRect) -> Layer {
      layer(rect, .bitmap(picture.image.bitmap), sampling: slide.isCurrent ? .sharp : .smooth)
    }
    let page = drawn(at: rect)
    guard slide.isCurrent, let pointer = talk.seenPointer else { return [page] }
    let x = rect.x + Int((pointer.x * Double(rect.width)).rounded())
    let y = rect.y + Int((pointer.y * Double(rect.height)).rounded())
    switch pointer.kind {
    case .pointer:
      let place = square(Self.pointerSize, around: x, y)
      return [page] + (shapes.dot(place.size).map { [layer(place, .bitmap($0))] } ?? [])
    case .spotlight:
      let place = square(Self.spotlightSize, around: x, y)
      guard let corners = shapes.corners(place.size) else { return [page] }
      var dark = layer(PixelRect(size: grid.size), .solid(.black))
      dark.opacity = Self.dimming
      var light = layer(place, .solid(.black))
      light.clipsSublayers = true
      var around = layer(PixelRect(size: place.size), .mask(corners, .black))
      around.opacity = Self.dimming
      let bright = PixelRect(x: rect.x - place.x, y: rect.y - place.y, width: rect.width, height: rect.height)
      light.sublayers = [drawn(at: bright), around]
      return [page, dark, light]
    }
  }

  private func layer(_ rect: PixelRect, _ contents: LayerContents, sampling: Sampling = .sharp) -> Layer {
    Layer(id: LayerID(rawValue: 0), frame: grid.points(rect), contents: contents, sampling: sampling)
  }

  /// A square as it is seen, of a share of the height.
  private func square(_ share: Double, around x: Int, _ y: Int) -> PixelRect {
    let height = max(8, Int((Double(grid.size.height) * share).rounded()))
    let width = max(8, Int((Double(height) * density.horizontal / density.vertical).rounded()))
    return PixelRect(x: x - width / 2, y: y - height / 2, width: width, height: height)
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
