internal import CPNG

/// A picture as pixels, for terminals that show no pictures. A cell shows two of them, one above the other.
package struct SlidePixels: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Red, green and blue of each pixel, row by row.
  private let bytes: [UInt8]

  /// Reads a PNG file of this size; nil for another file.
  package init?(png: [UInt8], width: Int, height: Int) {
    guard (1...4096).contains(width), (1...4096).contains(height) else { return nil }
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    guard unsafe marquee_read_png(png, png.count, UInt32(width), UInt32(height), &bytes) else { return nil }
    self.init(width: width, height: height, bytes: bytes)
  }

  init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 3, "three bytes for each pixel")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  fileprivate func color(_ x: Int, _ y: Int) -> PixelColor {
    let first = (y * width + x) * 3
    return PixelColor(red: bytes[first], green: bytes[first + 1], blue: bytes[first + 2])
  }
}

/// A colour of a picture in sRGB.
struct PixelColor: Hashable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  /// The nearest colour of xterm's 256 colours: of the cube of 6 x 6 x 6, or of the 24 greys.
  var index: Int {
    let levels = [0, 95, 135, 175, 215, 255]
    func nearest(_ value: UInt8) -> Int {
      levels.indices.min { abs(levels[$0] - Int(value)) < abs(levels[$1] - Int(value)) } ?? 0
    }
    func distance(_ red: Int, _ green: Int, _ blue: Int) -> Int {
      let (r, g, b) = (red - Int(self.red), green - Int(self.green), blue - Int(self.blue))
      return r * r + g * g + b * b
    }
    let (r, g, b) = (nearest(red), nearest(green), nearest(blue))
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let gray = min(max(0, (mean - 3) / 10), 23)
    let level = 8 + 10 * gray
    return distance(level, level, level) < distance(levels[r], levels[g], levels[b])
      ? 232 + gray : 16 + 36 * r + 6 * g + b
  }
}

extension CellGrid {
  /// Draws a picture in the middle of an area, as half blocks. Parts that do not fit are cut off.
  package mutating func draw(_ pixels: SlidePixels, in area: CellArea) {
    let columns = min(area.width, pixels.width)
    let rows = min(area.height, pixels.height / 2)
    let (left, top) = (area.column + (area.width - columns) / 2, area.row + (area.height - rows) / 2)
    for row in 0..<max(0, rows) {
      for column in 0..<max(0, columns) {
        let color = CellStyle.CellColor.pixels(
          upper: pixels.color(column, 2 * row), lower: pixels.color(column, 2 * row + 1))
        put("▀", column: left + column, row: top + row, style: CellStyle(color: color))
      }
    }
  }
}
