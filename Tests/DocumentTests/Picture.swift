import Composition
import DisplayTypes
import Rasterizing

/// Reads pixels of a decoded picture.
extension RasterImage {
  /// `0xAARRGGBB`, premultiplied; zero outside.
  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    guard (0..<bitmap.size.width).contains(x), (0..<bitmap.size.height).contains(y) else { return 0 }
    return bitmap.bytes.load(fromByteOffset: y * bitmap.stride + x * 4, as: UInt32.self)
  }
}

/// Whether each channel is that near.
func isNear(_ left: UInt32, _ right: UInt32, within tolerance: Int) -> Bool {
  [0, 8, 16, 24].allSatisfy { shift in
    abs(Int(left >> shift & 0xFF) - Int(right >> shift & 0xFF)) <= tolerance
  }
}
