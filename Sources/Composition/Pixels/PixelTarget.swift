package import DisplayTypes

/// Memory for drawn pixels: a mapped framebuffer or its cached shadow. It does not own the memory; the maker of a target keeps it mapped
/// while the target is used. A pixel is a 32-bit little-endian word `0xXXRRGGBB` (DRM's `XRGB8888`), and the X byte is ignored.
@safe
package struct PixelTarget {
  /// The longest side that pixman can draw, because its coordinates are 16.16 fixed-point numbers.
  package static let longestSide = 32_766

  package let base: UnsafeMutableRawPointer
  package let stride: Int
  package let size: PixelSize

  /// Makes a target. Nil if the size is empty or above `longestSide`, the stride is too short, or the stride or the address is not a
  /// multiple of four.
  package init?(base: UnsafeMutableRawPointer, stride: Int, size: PixelSize) {
    guard !size.isEmpty, max(size.width, size.height) <= Self.longestSide, stride >= size.width * 4,
      stride <= 1 << 24, stride % 4 == 0, UInt(bitPattern: base) % 4 == 0
    else { return nil }
    unsafe self.base = base
    self.stride = stride
    self.size = size
  }

  func address(x: Int, y: Int) -> UnsafeMutableRawPointer { unsafe base + (y * stride + x * 4) }
}

/// Owns the pixels of one buffer or shadow, which are black at first; they are freed with the value.
@safe
package final class PixelMemory {
  package let target: PixelTarget

  package static func canHold(_ size: PixelSize) -> Bool {
    !size.isEmpty && size.width <= 16384 && size.height <= 16384
  }

  /// Allocates the pixels; nil if no target can have that size.
  package init?(size: PixelSize) {
    guard PixelMemory.canHold(size) else { return nil }
    let stride = size.width * 4
    let base = UnsafeMutableRawPointer.allocate(byteCount: stride * size.height, alignment: 64)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: stride * size.height)
    guard let target = unsafe PixelTarget(base: base, stride: stride, size: size) else {
      unsafe base.deallocate()
      return nil
    }
    self.target = target
  }

  deinit { unsafe target.base.deallocate() }
}

/// Copies drawings from cached memory to scan-out memory, which is slow to read and should only be written.
package enum PixelCopy {
  /// Copies the pixels that are in both targets, row by row (C: `memmove`).
  package static func copy(_ damage: DamageRegion, from source: PixelTarget, to destination: PixelTarget) {
    for index in 0..<damage.count { copy(damage[index], from: source, to: destination) }
  }

  package static func copy(_ rect: PixelRect, from source: PixelTarget, to destination: PixelTarget) {
    let rect = rect.intersection(PixelRect(size: source.size)).intersection(PixelRect(size: destination.size))
    guard !rect.isEmpty else { return }
    if source.stride == destination.stride && rect.width * 4 == source.stride {
      unsafe destination.address(x: 0, y: rect.y).copyMemory(
        from: source.address(x: 0, y: rect.y), byteCount: source.stride * rect.height)
      return
    }
    for y in rect.y..<rect.maxY {
      unsafe destination.address(x: rect.x, y: y).copyMemory(
        from: source.address(x: rect.x, y: y), byteCount: rect.width * 4)
    }
  }
}

extension PixelTarget {
  /// Writes rows of red, green and blue bytes as opaque pixels of four bytes, up to the end of the shorter side.
  package static func write(rgbRows rgb: [UInt8], to rows: UnsafeMutableRawBufferPointer) {
    let words = unsafe rows.bindMemory(to: UInt32.self)
    for index in 0..<min(words.count, rgb.count / 3) {
      let (red, green, blue) = (UInt32(rgb[index * 3]), UInt32(rgb[index * 3 + 1]), UInt32(rgb[index * 3 + 2]))
      unsafe words[index] = 0xFF00_0000 | red << 16 | green << 8 | blue
    }
  }

  /// Rows of red, green and blue bytes without padding, upright as scanned out; scan-out memory is slow to read, so use the shadow.
  package func colors(at points: [PixelPoint]) -> [PixelPoint: Color] {
    var colors: [PixelPoint: Color] = [:]
    for point in points where PixelRect(size: size).contains(PixelRect(x: point.x, y: point.y, width: 1, height: 1)) {
      let pixel = unsafe address(x: point.x, y: point.y).loadUnaligned(as: UInt32.self)
      colors[point] = Color(
        red: UInt8(truncatingIfNeeded: pixel >> 16), green: UInt8(truncatingIfNeeded: pixel >> 8),
        blue: UInt8(truncatingIfNeeded: pixel))
    }
    return colors
  }

  package func rgbRows(of rect: PixelRect) -> [UInt8] {
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
