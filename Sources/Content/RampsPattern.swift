internal import Composition
internal import DisplayTypes

/// Ramps of grey, red, green and blue from 0 to 255 across the whole picture, and the darkest and brightest sixteen greys in steps.
nonisolated enum RampsPattern {
  static func draw(on canvas: inout PatternCanvas) {
    let width = canvas.size.width
    let bands: [(from: Double, to: Double, color: (UInt8) -> Color)] = [
      (0, 0.3, { .grey($0) }),
      (0.3, 0.5, { Color(red: $0, green: 0, blue: 0) }),
      (0.5, 0.7, { Color(red: 0, green: $0, blue: 0) }),
      (0.7, 0.9, { Color(red: 0, green: 0, blue: $0) }),
    ]
    for band in bands {
      let top = canvas.y(band.from)
      let rect = PixelRect(x: 0, y: top, width: width, height: canvas.y(band.to) - top)
      canvas.columns(rect) { band.color(level(at: $0, of: width)) }
    }
    let top = canvas.y(0.9)
    let middle = width / 2
    let height = canvas.size.height - top
    canvas.columns(PixelRect(x: 0, y: top, width: middle, height: height)) {
      .grey(step(at: $0, of: middle, from: 0))
    }
    canvas.columns(PixelRect(x: middle, y: top, width: width - middle, height: height)) {
      .grey(step(at: $0, of: width - middle, from: 240))
    }
  }

  /// The level in a column of a ramp that is `width` columns wide: 0 in the first, 255 in the last, never falling.
  ///
  /// From 256 columns on, all 256 levels are as wide as each other, to the pixel.
  static func level(at column: Int, of width: Int) -> UInt8 {
    guard width > 1 else { return 0 }
    return UInt8(clamping: width >= 256 ? column * 256 / width : column * 255 / (width - 1))
  }

  private static func step(at column: Int, of width: Int, from first: Int) -> UInt8 {
    UInt8(clamping: first + column * 16 / max(width, 1))
  }
}
