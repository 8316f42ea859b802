internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Rasterizing

/// The layers of a talk on one screen: the slide, its pointer, and the notes over it. The moving pointer and the spotlight are small, so
/// that little has to be drawn again. A cover hides the whole slide, but no message and no code.
struct TalkLayers {
  private let talk: Talk
  private let grid: PixelGrid
  private let density: (horizontal: Double, vertical: Double)
  private let shapes: TalkShapes

  /// The opacity of the dark area around a spotlight.
  private static let dimming = 0.65
  /// A share of the picture's height.
  private static let pointerSize = 0.022
  private static let spotlightSize = 0.26

  /// - Parameter shapes: the bitmaps that all frames share.
  init(_ talk: Talk, _ geometry: OutputGeometry, _ shapes: TalkShapes) {
    self.talk = talk
    self.shapes = shapes
    grid = PixelGrid(geometry)
    density = geometry.pixelsPerPoint
  }

  /// The tree of the talk; a cover hides the slide.
  func tree(_ slide: [Layer], over notes: [Layer]) -> LayerTree {
    LayerTree(
      background: talk.cover == .white ? .white : .black, layers: (talk.cover == .none ? slide : []) + notes
    ).numbered()
  }

  /// The picture of the slide on black.
  func page(of slide: TalkSlide) -> LayerTree {
    guard let picture = slide.picture else { return LayerTree() }
    let rect = slide.isCurrent ? picture.image.rect : fitted(picture.image.rect.size)
    guard !rect.isEmpty else { return LayerTree() }
    return LayerTree(layers: [
      layer(rect, .bitmap(picture.image.bitmap), sampling: slide.isCurrent ? .sharp : .smooth)
    ])
  }

  /// The pointer or the spotlight over the due slide.
  func pointer(over slide: TalkSlide) -> [Layer] {
    guard slide.isCurrent, let image = slide.picture?.image, let pointer = talk.seenPointer else { return [] }
    let rect = image.rect
    let x = rect.x + Int((pointer.x * Double(rect.width)).rounded())
    let y = rect.y + Int((pointer.y * Double(rect.height)).rounded())
    switch pointer.kind {
    case .pointer:
      let place = square(Self.pointerSize, around: x, y)
      return shapes.dot(place.size).map { [layer(place, .bitmap($0))] } ?? []
    case .spotlight:
      let place = square(Self.spotlightSize, around: x, y)
      guard let corners = shapes.corners(place.size) else { return [] }
      var dark = layer(PixelRect(size: grid.size), .solid(.black))
      dark.opacity = Self.dimming
      var light = layer(place, .solid(.black))
      light.clipsSublayers = true
      var around = layer(PixelRect(size: place.size), .mask(corners, .black))
      around.opacity = Self.dimming
      let bright = PixelRect(x: rect.x - place.x, y: rect.y - place.y, width: rect.width, height: rect.height)
      light.sublayers = [layer(bright, .bitmap(image.bitmap)), around]
      return [dark, light]
    }
  }

  private func layer(_ rect: PixelRect, _ contents: LayerContents, sampling: Sampling = .sharp) -> Layer {
    Layer(id: LayerID(rawValue: 0), frame: grid.points(rect), contents: contents, sampling: sampling)
  }

  /// A square on the panel; `share` is its side as a share of the height.
  private func square(_ share: Double, around x: Int, _ y: Int) -> PixelRect {
    let height = max(8, Int((Double(grid.size.height) * share).rounded()))
    let width = max(8, Int((Double(height) * density.horizontal / density.vertical).rounded()))
    return PixelRect(x: x - width / 2, y: y - height / 2, width: width, height: height)
  }

  /// The place of a picture that was made for another room.
  private func fitted(_ size: PixelSize) -> PixelRect {
    guard !size.isEmpty, !grid.size.isEmpty else { return .empty }
    let scale = min(Double(grid.size.width) / Double(size.width), Double(grid.size.height) / Double(size.height))
    let width = min(grid.size.width, Int((Double(size.width) * scale).rounded()))
    let height = min(grid.size.height, Int((Double(size.height) * scale).rounded()))
    return PixelRect(x: (grid.size.width - width) / 2, y: (grid.size.height - height) / 2, width: width, height: height)
  }
}

/// The slide of a talk in its present state.
struct TalkSlide {
  /// Nil if no picture was ever drawn.
  var picture: CachedPicture?
  /// Whether the picture is the due slide, made for this room.
  var isCurrent: Bool
}

/// The pointer's dot and the spotlight's corners, drawn once for each size.
final class TalkShapes {
  private var lastDot: Bitmap?
  private var lastCorners: Bitmap?

  /// A red dot with a white rim.
  func dot(_ size: PixelSize) -> Bitmap? {
    if let lastDot, lastDot.size == size { return lastDot }
    lastDot = Bitmap(size: size, format: .argb32) { bytes, stride in
      Self.eachPixel(of: size) { column, row, distance in
        let whole = Self.coverage(distance, edge: 1, size)
        let red = Self.coverage(distance, edge: 0.78, size)
        // The rim is white, and the red disc covers its middle.
        let others = (whole * (1 - red) * 255).rounded()
        let color = Color(
          red: UInt8(max(others, (whole * (230 * red + 255 * (1 - red))).rounded())),
          green: UInt8(max(others, (whole * (57 * red + 255 * (1 - red))).rounded())),
          blue: UInt8(max(others, (whole * (53 * red + 255 * (1 - red))).rounded())))
        let alpha = UInt32((whole * 255).rounded())
        let word = alpha << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
        bytes.storeBytes(of: word, toByteOffset: row * stride + column * 4, as: UInt32.self)
      }
    }
    return lastDot
  }

  /// The part of a square outside its circle.
  func corners(_ size: PixelSize) -> Bitmap? {
    if let lastCorners, lastCorners.size == size { return lastCorners }
    lastCorners = Bitmap(size: size, format: .a8) { bytes, stride in
      Self.eachPixel(of: size) { column, row, distance in
        bytes[row * stride + column] = UInt8(((1 - Self.coverage(distance, edge: 1, size)) * 255).rounded())
      }
    }
    return lastCorners
  }

  /// - Parameter body: receives the column, the row, and the distance from the middle; a distance of 1 reaches an edge.
  private static func eachPixel(of size: PixelSize, _ body: (Int, Int, Double) -> Void) {
    let (width, height) = (Double(size.width), Double(size.height))
    for row in 0..<size.height {
      for column in 0..<size.width {
        let x = (Double(column) + 0.5) / width * 2 - 1
        let y = (Double(row) + 0.5) / height * 2 - 1
        body(column, row, (x * x + y * y).squareRoot())
      }
    }
  }

  /// The share of a pixel that lies within a circle, whose edge is one pixel soft.
  private static func coverage(_ distance: Double, edge: Double, _ size: PixelSize) -> Double {
    let pixel = 2 / Double(max(1, min(size.width, size.height)))
    return min(max((edge - distance) / pixel, 0), 1)
  }
}
