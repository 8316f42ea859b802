internal import CPixman
internal import Composition
internal import DisplayTypes

/// Draws layers into one target.
///
/// Lives for one call of `PixmanRenderer.draw`.
struct PixmanCanvas {
  /// Pixman's general path allocates for rows wider than its stack buffer (8192 words for three rows of four bytes a pixel), so
  /// nothing wider is asked of it.
  static let widestPiece = 2000

  let target: PixelTarget
  let image: PixmanImage
  let brush: PixmanBrush
  let images: ImageCache

  /// Draws what of a layer lies in `rect`.
  func draw(_ layer: ResolvedLayer, transform: Transform, in rect: PixelRect) {
    let rect = rect.intersection(layer.bounds)
    guard !rect.isEmpty, layer.opacity > 0 else { return }
    switch layer.contents {
    case .none: break
    case .solid(let color):
      drawSolid(color.premultipliedARGB.faded(by: layer.opacity), in: rect)
    case .bitmap(let bitmap):
      brush.setOpacity(layer.opacity)
      let isCopy = layer.opacity == 255 && bitmap.isOpaque
      drawPicture(bitmap, paint: isCopy ? .copy : layer.opacity == 255 ? .over : .fade, layer, transform, in: rect)
    case .mask(let bitmap, let color):
      brush.setColor(color.premultipliedARGB.faded(by: layer.opacity))
      drawPicture(bitmap, paint: .stencil, layer, transform, in: rect)
    }
  }

  /// Writes one colour; its alpha does not count.
  ///
  /// C: `pixman_fill`.
  func fill(_ rect: PixelRect, with color: UInt32) {
    guard !rect.isEmpty else { return }
    unsafe pixman_fill(
      target.base.assumingMemoryBound(to: UInt32.self), Int32(clamping: target.stride / 4), 32,
      Int32(clamping: rect.x), Int32(clamping: rect.y), Int32(clamping: rect.width), Int32(clamping: rect.height),
      color.littleEndian)
  }

  private func drawSolid(_ color: UInt32, in rect: PixelRect) {
    switch color >> 24 {
    case 255: fill(rect, with: color)
    case 0: break
    default:
      brush.setColor(color)
      composite(brush.colorImage, x: 0, y: 0, paint: .over, in: rect)
    }
  }

  private func drawPicture(
    _ bitmap: Bitmap, paint: PixmanPaint, _ layer: ResolvedLayer, _ transform: Transform, in rect: PixelRect
  ) {
    let destination = layer.destination
    let mapping = PictureMapping(bitmap, part: layer.contentsRect, on: destination, transform: transform)
    guard !mapping.isEmpty else { return }
    if mapping.isOneToOne && mapping.isUpright {
      guard let picture = images.plainImage(of: bitmap) else { return }
      let x = mapping.horizontal.firstPixel + rect.x - destination.x
      let y = mapping.vertical.firstPixel + rect.y - destination.y
      composite(picture, x: x, y: y, paint: paint, in: rect)
    } else if mapping.isOneToOne || layer.sampling == .sharp {
      drawRows(of: bitmap, mapping: mapping, paint: paint, destination: destination, in: rect)
    } else {
      guard let picture = images.scaledImage(of: bitmap) else { return }
      drawSmoothly(picture, mapping: mapping, paint: paint, destination: destination, in: rect)
    }
  }

  /// Fetches row after row exactly; an opaque one goes straight into the target.
  private func drawRows(
    of bitmap: Bitmap, mapping: PictureMapping, paint: PixmanPaint, destination: PixelRect, in rect: PixelRect
  ) {
    let sampler = RowSampler(bitmap, mapping: mapping)
    let isDirect = paint == .copy && bitmap.format == .argb32 && 1.littleEndian == 1
    let rowImage = bitmap.format == .argb32 ? brush.rowImage.color : brush.rowImage.coverage
    var fetched: Int?
    // Turned by a quarter, a row is a column of the picture: in narrow pieces its memory stays in the cache.
    let pieceWidth = mapping.swapsAxes ? 128 : rect.width
    var x = rect.x
    while x < rect.maxX {
      let width = min(pieceWidth, rect.maxX - x)
      for y in rect.y..<rect.maxY {
        let isRepeated = fetched.map { sampler.isRow(y - destination.y, equalTo: $0) } ?? false
        if isDirect {
          unsafe sampler.fetch(
            x: x - destination.x, y: y - destination.y, count: width, into: target.address(x: x, y: y))
        } else {
          if !isRepeated {
            unsafe sampler.fetch(x: x - destination.x, y: y - destination.y, count: width, into: brush.row)
            fetched = y - destination.y
          }
          composite(rowImage, x: 0, y: 0, paint: paint, in: PixelRect(x: x, y: y, width: width, height: 1))
        }
      }
      fetched = nil
      x += width
    }
  }

  /// Draws in tiles of the panel.
  ///
  /// Pixman's steps are rounded to 16 bits after the point, and what is lost adds up only within one; and
  /// as a tile begins where it does whatever the damage is, so is each pixel the same.
  private func drawSmoothly(
    _ picture: PixmanImage, mapping: PictureMapping, paint: PixmanPaint, destination: PixelRect, in rect: PixelRect
  ) {
    let side = 256
    for tileY in stride(from: rect.y / side * side, to: rect.maxY, by: side) {
      for tileX in stride(from: rect.x / side * side, to: rect.maxX, by: side) {
        let piece = rect.intersection(PixelRect(x: tileX, y: tileY, width: side, height: side))
        guard let matrix = mapping.matrix(atX: tileX - destination.x, y: tileY - destination.y) else { continue }
        picture.setTransform(matrix)
        composite(picture, x: piece.x - tileX, y: piece.y - tileY, paint: paint, in: piece)
      }
    }
  }

  /// Puts a picture on the target.
  ///
  /// C: `pixman_image_composite32`.
  private func composite(_ picture: PixmanImage, x: Int, y: Int, paint: PixmanPaint, in rect: PixelRect) {
    var piece = rect
    while piece.x < rect.maxX {
      piece.width = min(PixmanCanvas.widestPiece, rect.maxX - piece.x)
      let pictureX = Int32(clamping: x + piece.x - rect.x)
      let pictureY = Int32(clamping: y)
      let isStencil = paint == .stencil
      unsafe pixman_image_composite32(
        paint == .copy ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, isStencil ? brush.colorImage.pointer : picture.pointer,
        isStencil ? picture.pointer : paint == .fade ? brush.opacityImage.pointer : nil, image.pointer,
        isStencil ? 0 : pictureX, isStencil ? 0 : pictureY, isStencil ? pictureX : 0, isStencil ? pictureY : 0,
        Int32(clamping: piece.x), Int32(clamping: piece.y), Int32(clamping: piece.width), Int32(clamping: piece.height))
      piece.x += piece.width
    }
  }
}
