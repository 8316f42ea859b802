import Composition
import DisplayTypes
import Rasterizing

extension RasterPicture {
  /// The pixel at a place of the bitmap, as `0xAARRGGBB`. It is zero outside, and white if the bitmap has only coverage.
  func pixel(x: Int, y: Int) -> UInt32 {
    guard let bitmap, x >= 0, y >= 0, x < bitmap.size.width, y < bitmap.size.height else { return 0 }
    switch bitmap.format {
    case .argb32: return bitmap.bytes.load(fromByteOffset: y * bitmap.stride + x * 4, as: UInt32.self)
    // As if the text were white.
    case .a8: return UInt32(bitmap.bytes[y * bitmap.stride + x]) * 0x0101_0101
    }
  }

  /// How many pixels are at least half covered.
  var inkCount: Int { count { $0 >> 24 >= 128 } }

  /// How many pixels have channels that are far apart.
  var colorfulCount: Int {
    count { pixel in
      let channels = [pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255]
      return (channels.max() ?? 0) - (channels.min() ?? 0) > 60
    }
  }

  /// The smallest rectangle of the bitmap with all pixels that are at least half covered.
  var inkBounds: PixelRect {
    var bounds = PixelRect.empty
    for y in 0..<rect.height {
      for x in 0..<rect.width where pixel(x: x, y: y) >> 24 >= 128 {
        bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return bounds
  }

  private func count(_ isCounted: (UInt32) -> Bool) -> Int {
    var count = 0
    for y in 0..<rect.height {
      for x in 0..<rect.width where isCounted(pixel(x: x, y: y)) { count += 1 }
    }
    return count
  }
}
