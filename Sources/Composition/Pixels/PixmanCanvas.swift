internal import CPixman
internal import DisplayTypes

/// Draws layers into one target, for one call of `PixmanRenderer.draw`.
struct PixmanCanvas {
  /// The largest width of one drawing. Pixman's general path allocates for rows wider than its stack buffer (8192 words for three rows of
  /// four bytes a pixel).
  static let widestPiece = 2000

  let target: PixelTarget
  let image: PixmanImage
  let brush: PixmanBrush
  let images: ImageCache
  /// Whether the target has alpha, so that each written pixel needs its own.
  let hasAlpha: Bool

  func draw(_ layer: ResolvedLayer, transform: Transform, in rect: PixelRect) {
    let rect = rect.intersection(layer.bounds)
    guard !rect.isEmpty, layer.opacity > 0 else { return }
    switch layer.contents {
    case .none: break
    case .solid(let color):
      drawSolid(color.premultipliedARGB.faded(by: layer.opacity), in: rect)
    case .bitmap(let bitmap): drawColors(of: bitmap, layer, transform, in: rect)
    case .frame(let frame): drawColors(of: frame.bitmap, layer, transform, in: rect)
    // A resolved frame has frames instead.
    case .surface: break
    case .mask(let bitmap, let color):
      brush.setColor(color.premultipliedARGB.faded(by: layer.opacity))
      drawPicture(bitmap, paint: .stencil, layer, transform, in: rect)
    }
  }

  private func drawColors(of bitmap: Bitmap, _ layer: ResolvedLayer, _ transform: Transform, in rect: PixelRect) {
    brush.setOpacity(layer.opacity)
    let isCopy = layer.opacity == 255 && bitmap.isOpaque
    drawPicture(bitmap, paint: isCopy ? .copy : layer.opacity == 255 ? .over : .fade, layer, transform, in: rect)
  }

  /// Writes one colour without its alpha (C: `pixman_fill`).
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

  /// Fetches row after row exactly; rows of an opaque picture go straight into the target.
  private func drawRows(
    of bitmap: Bitmap, mapping: PictureMapping, paint: PixmanPaint, destination: PixelRect, in rect: PixelRect
  ) {
    let sampler = RowSampler(bitmap, mapping: mapping)
    let isDirect = !hasAlpha && paint == .copy && bitmap.format == .argb32 && 1.littleEndian == 1
    let rowImage = bitmap.format == .argb32 ? brush.rowImage.color : brush.rowImage.coverage
    var fetched: Int?
    // After a quarter turn, a row is a column of the picture. In narrow pieces its memory stays in the cache.
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
            // The alpha of a surface without alpha may be any number.
            if bitmap.isOpaque, bitmap.format == .argb32 { brush.makeRowOpaque(width) }
            fetched = y - destination.y
          }
          composite(rowImage, x: 0, y: 0, paint: paint, in: PixelRect(x: x, y: y, width: width, height: 1))
        }
      }
      fetched = nil
      x += width
    }
  }

  /// Draws in tiles of the panel. Pixman's steps are rounded to 16 bits after the point. The error adds up only within one tile. Tiles do
  /// not depend on the damage, so each pixel is always the same.
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

  /// Draws a picture onto the target (C: `pixman_image_composite32`).
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

enum PixmanPaint {
  /// Replaces the pixels; for opaque pictures.
  case copy
  /// Blends with the pixels.
  case over
  /// As `over`, with the brush's opacity.
  case fade
  /// Draws the brush's colour where the picture has coverage.
  case stencil
}

/// One colour and one opacity as pixman sources, and a row for fetched pixels. It is made once, and changing it does not allocate. Pixman
/// has solid colours too, but makes a new image for each.
@safe
final class PixmanBrush {
  let colorImage: PixmanImage
  let opacityImage: PixmanImage
  /// A row of `PixelTarget.longestSide` pixels.
  let row: UnsafeMutableRawPointer
  /// `row` as an image of colours and as an image of coverage.
  let rowImage: (color: PixmanImage, coverage: PixmanImage)

  /// Sets the alpha of the first pixels of the row to 255.
  func makeRowOpaque(_ count: Int) {
    let words = unsafe row.assumingMemoryBound(to: UInt32.self)
    for index in 0..<count { unsafe words[index] |= UInt32(0xFF00_0000).littleEndian }
  }

  private let pixels: UnsafeMutableRawPointer

  /// Makes a brush; nil if memory has run out.
  init?() {
    let width = PixelTarget.longestSide
    let one = PixelSize(width: 1, height: 1)
    let line = PixelSize(width: width, height: 1)
    let pixels = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
    let row = UnsafeMutableRawPointer.allocate(byteCount: width * 4, alignment: 16)
    unsafe pixels.initializeMemory(as: UInt32.self, repeating: 0, count: 2)
    guard let color = unsafe PixmanImage(size: one, format: PIXMAN_a8r8g8b8, stride: 4, bytes: pixels),
      let opacity = unsafe PixmanImage(size: one, format: PIXMAN_a8, stride: 4, bytes: pixels + 4),
      let colors = unsafe PixmanImage(size: line, format: PIXMAN_a8r8g8b8, stride: width * 4, bytes: row),
      let coverage = unsafe PixmanImage(size: line, format: PIXMAN_a8, stride: width * 4, bytes: row)
    else {
      unsafe pixels.deallocate()
      unsafe row.deallocate()
      return nil
    }
    color.repeatForever()
    opacity.repeatForever()
    colorImage = color
    opacityImage = opacity
    rowImage = (colors, coverage)
    unsafe self.row = row
    unsafe self.pixels = pixels
  }

  deinit {
    unsafe pixels.deallocate()
    unsafe row.deallocate()
  }

  func setColor(_ color: UInt32) { unsafe pixels.storeBytes(of: color, as: UInt32.self) }

  func setOpacity(_ opacity: UInt8) { unsafe pixels.storeBytes(of: opacity, toByteOffset: 4, as: UInt8.self) }
}

/// Owns one `pixman_image_t` around memory of another owner, which must outlive it.
@safe
final class PixmanImage {
  /// DRM's `XRGB8888`, which is little-endian on every machine.
  static var alphaFormat: pixman_format_code_t { 1.littleEndian == 1 ? PIXMAN_a8r8g8b8 : PIXMAN_b8g8r8a8 }
  static var scanOutFormat: pixman_format_code_t { 1.littleEndian == 1 ? PIXMAN_x8r8g8b8 : PIXMAN_b8g8r8x8 }

  let pointer: OpaquePointer

  /// Makes an image; nil if pixman refuses the layout or has no memory (C: `pixman_image_create_bits`).
  init?(size: PixelSize, format: pixman_format_code_t, stride: Int, bytes: UnsafeMutableRawPointer) {
    guard
      let image = unsafe pixman_image_create_bits(
        format, Int32(clamping: size.width), Int32(clamping: size.height),
        bytes.assumingMemoryBound(to: UInt32.self), Int32(clamping: stride))
    else { return nil }
    unsafe pointer = image
  }

  deinit { unsafe pixman_image_unref(pointer) }

  /// Repeats its only pixel everywhere. Each use reads the pixel again.
  func repeatForever() { unsafe pixman_image_set_repeat(pointer, PIXMAN_REPEAT_NORMAL) }

  /// Interpolates. The outermost pixels continue beyond the edges, so that an opaque picture stays opaque.
  func sampleSmoothly() {
    unsafe pixman_image_set_filter(pointer, PIXMAN_FILTER_BILINEAR, nil, 0)
    unsafe pixman_image_set_repeat(pointer, PIXMAN_REPEAT_PAD)
  }

  /// Sets the transform; it allocates once in the image's life, unless the matrix is the identity.
  func setTransform(_ matrix: pixman_transform_t) {
    var matrix = matrix
    _ = unsafe pixman_image_set_transform(pointer, &matrix)
  }
}

extension UInt32 {
  /// A premultiplied `0xAARRGGBB` word at an opacity of 0 to 255, each channel rounded.
  func faded(by opacity: UInt8) -> UInt32 {
    guard opacity < 255 else { return self }
    func scaled(_ shift: UInt32) -> UInt32 {
      (((self >> shift & 0xFF) * UInt32(opacity) + 127) / 255) << shift
    }
    return scaled(24) | scaled(16) | scaled(8) | scaled(0)
  }
}
