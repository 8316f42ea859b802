internal import DisplayTypes

/// A text of one colour as its coverage alone: a quarter of the memory, and most texts are such.
struct Stencil {
  /// What a pixel of the colour is at each alpha, as premultiplied red, green and blue.
  private let expected: [(red: Int, green: Int, blue: Int)]
  /// As much as several roundings make.
  private static let tolerance = 2

  init(color: Color) {
    expected = (0...255).map { alpha in
      func share(_ channel: UInt8) -> Int { (Int(channel) * alpha + 127) / 255 }
      return (share(color.red), share(color.green), share(color.blue))
    }
  }

  /// Bytes from one row of coverage to the next.
  static func stride(forWidth width: Int) -> Int { (width + 3) & ~3 }

  /// Whether no pixel has another colour; nothing is lost then if only the alpha is kept.
  func holds(all pixels: UnsafeRawBufferPointer) -> Bool {
    let words = unsafe pixels.bindMemory(to: UInt32.self)
    return unsafe words.allSatisfy { word in
      if word == 0 { return true }
      let wanted = expected[Int(word >> 24)]
      return abs(Int(word >> 16 & 255) - wanted.red) <= Self.tolerance
        && abs(Int(word >> 8 & 255) - wanted.green) <= Self.tolerance
        && abs(Int(word & 255) - wanted.blue) <= Self.tolerance
    }
  }

  /// Writes the alpha of each pixel.
  ///
  /// - Parameter stride: of `pixels`, in bytes; that of `coverage` is `stride(forWidth:)`.
  func write(
    _ size: PixelSize, of pixels: UnsafeRawBufferPointer, stride: Int, to coverage: UnsafeMutableRawBufferPointer
  ) {
    let rowBytes = Self.stride(forWidth: size.width)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let word = unsafe pixels.load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
        unsafe coverage[y * rowBytes + x] = UInt8(truncatingIfNeeded: word >> 24)
      }
    }
  }
}
