public import DisplayTypes

/// Rows of red, green and blue bytes, as `PixelTarget.rgbRows(of:)` returns them.
public enum RGBRows {
  /// Writes them as opaque pixels of four bytes, as far as both go.
  public static func writePixels(of rgb: [UInt8], to rows: UnsafeMutableRawBufferPointer) {
    let words = unsafe rows.bindMemory(to: UInt32.self)
    for index in 0..<min(words.count, rgb.count / 3) {
      let (red, green, blue) = (UInt32(rgb[index * 3]), UInt32(rgb[index * 3 + 1]), UInt32(rgb[index * 3 + 2]))
      unsafe words[index] = 0xFF00_0000 | red << 16 | green << 8 | blue
    }
  }
}

extension PixelTarget {
  /// Copies a rectangle as rows of red, green and blue bytes, upright as it is scanned out, without padding.
  ///
  /// What lies outside the target is left out: the rows are those of `rect` cut off at its edges. It reads the memory, which is slow
  /// where that is scan-out memory: give it the shadow.
  public func rgbRows(of rect: PixelRect) -> [UInt8] {
    let rect = rect.intersection(PixelRect(size: size))
    guard !rect.isEmpty else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: rect.area * 3) { bytes, count in
      for y in rect.y..<rect.maxY {
        let row = unsafe UnsafeRawPointer(address(x: rect.x, y: y))
        for x in 0..<rect.width {
          let pixel = unsafe UInt32(littleEndian: row.load(fromByteOffset: x * 4, as: UInt32.self))
          unsafe bytes[count] = UInt8(truncatingIfNeeded: pixel >> 16)
          unsafe bytes[count + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
          unsafe bytes[count + 2] = UInt8(truncatingIfNeeded: pixel)
          count += 3
        }
      }
    }
  }
}
