package import DisplayTypes

/// The differences of two pictures of the same size, in a region. Pure.
package struct PictureComparison: Hashable, Sendable {
  /// The number of compared pixels.
  package let compared: Int
  /// The number of pixels with a channel that differs by more than the tolerance.
  package private(set) var different = 0
  /// The greatest difference of a channel in the region, of 255. It may be within the tolerance.
  package private(set) var greatest = 0
  /// The smallest rectangle around all different pixels; nil if there are none.
  package private(set) var box: PixelRect?
  /// The first picture in dark grey, with each different pixel in magenta.
  package private(set) var picture: RGBAPicture?

  /// Compares two pictures.
  ///
  /// - Parameters:
  ///   - region: a rectangle in the pictures.
  ///   - draws: whether to make the picture of the differences.
  package init(_ left: RGBAPicture, _ right: RGBAPicture, region: PixelRect, tolerance: Int, draws: Bool = false) {
    precondition(left.size == right.size && PixelRect(size: left.size).contains(region), "The pictures do not match.")
    compared = region.area
    if draws { picture = Self.dimmed(left) }
    for y in region.y..<region.maxY {
      let row = (y * left.size.width + region.x) * 4..<(y * left.size.width + region.maxX) * 4
      guard left.bytes[row] != right.bytes[row] else { continue }
      for start in stride(from: row.lowerBound, to: row.upperBound, by: 4) {
        var difference = 0
        for channel in start..<start + 4 {
          difference = max(difference, abs(Int(left.bytes[channel]) - Int(right.bytes[channel])))
        }
        greatest = max(greatest, difference)
        guard difference > tolerance else { continue }
        different += 1
        let pixel = PixelRect(x: start / 4 % left.size.width, y: y, width: 1, height: 1)
        box = box?.union(pixel) ?? pixel
        picture?.bytes.replaceSubrange(start..<start + 4, with: [255, 0, 255, 255])
      }
    }
  }

  private static func dimmed(_ picture: RGBAPicture) -> RGBAPicture {
    var copy = picture
    for start in stride(from: 0, to: copy.bytes.count, by: 4) {
      let sum = Int(copy.bytes[start]) + Int(copy.bytes[start + 1]) + Int(copy.bytes[start + 2])
      let level = UInt8(clamping: sum / 9)
      for channel in start..<start + 3 { copy.bytes[channel] = level }
      copy.bytes[start + 3] = 255
    }
    return copy
  }
}
