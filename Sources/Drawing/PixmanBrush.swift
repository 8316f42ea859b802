internal import CPixman
internal import DisplayTypes

/// One colour and one opacity as pixman sources, and a row of pixels to fetch into.
///
/// Made once; changing them allocates nothing. Pixman knows solid colours too, but makes a new image for each.
@safe
final class PixmanBrush {
  /// The colour everywhere.
  let colorImage: PixmanImage
  /// The opacity everywhere, as a stencil.
  let opacityImage: PixmanImage
  /// A row of `PixelTarget.longestSide` pixels.
  let row: UnsafeMutableRawPointer
  /// `row` as colours and as coverage.
  let rowImage: (color: PixmanImage, coverage: PixmanImage)
  private let pixels: UnsafeMutableRawPointer

  /// Nil where memory has run out.
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

  /// Dips the brush: a premultiplied `0xAARRGGBB` word.
  func setColor(_ color: UInt32) {
    unsafe pixels.storeBytes(of: color, as: UInt32.self)
  }

  /// Sets the stencil.
  func setOpacity(_ opacity: UInt8) {
    unsafe pixels.storeBytes(of: opacity, toByteOffset: 4, as: UInt8.self)
  }
}
