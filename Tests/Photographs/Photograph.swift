/// A photograph of the picture that a monitor receives.
public struct Photograph: Hashable, Sendable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Three bytes a pixel: red, green, blue; row by row from the top.
  public let pixels: [UInt8]

  /// Makes a picture from other data, with three bytes for each pixel.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The pixel in column `x` of row `y`, counted from the top left.
  ///
  /// Both must lie inside.
  public subscript(x: Int, y: Int) -> RGB {
    precondition((0..<width).contains(x) && (0..<height).contains(y), "(\(x), \(y)) is outside \(width)x\(height)")
    let start = (y * width + x) * 3
    return RGB(pixels[start], pixels[start + 1], pixels[start + 2])
  }

  /// The colour of the whole picture; nil if it has several.
  public var uniformColor: RGB? {
    guard width > 0 && height > 0 else { return nil }
    let first = self[0, 0]
    let isUniform = stride(from: 0, to: pixels.count, by: 3).allSatisfy {
      pixels[$0] == first.red && pixels[$0 + 1] == first.green && pixels[$0 + 2] == first.blue
    }
    return isUniform ? first : nil
  }

  /// The colours by how many pixels have them.
  public var histogram: [RGB: Int] {
    var counts: [RGB: Int] = [:]
    for start in stride(from: 0, to: pixels.count, by: 3) {
      counts[RGB(pixels[start], pixels[start + 1], pixels[start + 2]), default: 0] += 1
    }
    return counts
  }

  /// A 64-bit hash of size and pixels, the same in every process (FNV-1a).
  public var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for size in [width, height] {
      for shift in [0, 8, 16, 24] { add(UInt8(truncatingIfNeeded: size >> shift)) }
    }
    for byte in pixels { add(byte) }
    return hash
  }
}
