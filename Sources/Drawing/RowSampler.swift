internal import Composition
internal import DisplayTypes

/// Fetches the nearest pixels of a picture for a stretch of one destination row, exactly and in any transform.
///
/// Pixman could do both, but its 16.16 steps drift by more than a pixel in strong enlargements, and its general path is no faster.
@safe
struct RowSampler {
  private let mapping: PictureMapping
  private let bytes: UnsafeRawBufferPointer
  private let rowStride: Int
  private let pixelStride: Int

  init(_ bitmap: Bitmap, mapping: PictureMapping) {
    self.mapping = mapping
    unsafe bytes = bitmap.bytes
    rowStride = bitmap.stride
    pixelStride = bitmap.format.bytesPerPixel
  }

  /// Whether two rows of the destination show the same pixels.
  func isRow(_ y: Int, equalTo other: Int) -> Bool {
    let axis = mapping.swapsAxes ? mapping.horizontal : mapping.vertical
    return axis.pixel(at: axis.position(at: y)) == axis.pixel(at: axis.position(at: other))
  }

  /// Writes the pixels `x ..< x + count` of row `y`, both from the destination's origin, in the picture's format.
  func fetch(x: Int, y: Int, count: Int, into row: UnsafeMutableRawPointer) {
    let across = mapping.swapsAxes ? mapping.vertical : mapping.horizontal
    let down = mapping.swapsAxes ? mapping.horizontal : mapping.vertical
    let acrossStride = mapping.swapsAxes ? rowStride : pixelStride
    let downStride = mapping.swapsAxes ? pixelStride : rowStride
    guard let base = unsafe bytes.baseAddress else { return }
    let line = unsafe base + down.pixel(at: down.position(at: y)) * downStride
    let first = across.position(at: x)
    if across.isOneToOne {
      let start = unsafe line + across.pixel(at: first) * acrossStride
      unsafe copy(from: start, stride: across.isReversed ? -acrossStride : acrossStride, count: count, into: row)
    } else {
      unsafe sample(across, at: first, from: line, stride: acrossStride, count: count, into: row)
    }
  }

  private func copy(from start: UnsafeRawPointer, stride: Int, count: Int, into row: UnsafeMutableRawPointer) {
    var source = unsafe start
    if pixelStride == 4 {
      let pixels = unsafe row.assumingMemoryBound(to: UInt32.self)
      for index in 0..<count {
        unsafe pixels[index] = source.load(as: UInt32.self)
        unsafe source += stride
      }
    } else {
      let pixels = unsafe row.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count {
        unsafe pixels[index] = source.load(as: UInt8.self)
        unsafe source += stride
      }
    }
  }

  private func sample(
    _ axis: PictureAxis, at first: Int64, from line: UnsafeRawPointer, stride: Int, count: Int,
    into row: UnsafeMutableRawPointer
  ) {
    let step = axis.step
    var position = first
    if pixelStride == 4 {
      let pixels = unsafe row.assumingMemoryBound(to: UInt32.self)
      for index in 0..<count {
        unsafe pixels[index] = line.load(fromByteOffset: axis.pixel(at: position) &* stride, as: UInt32.self)
        position &+= step
      }
    } else {
      let pixels = unsafe row.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count {
        unsafe pixels[index] = line.load(fromByteOffset: axis.pixel(at: position) &* stride, as: UInt8.self)
        position &+= step
      }
    }
  }
}
