internal import CPixman
internal import DisplayTypes

/// The relation of a picture to its destination on the panel: the inverse of the frame's transform, and the shown part.
struct PictureMapping {
  /// Whether rows of the destination are columns of the picture.
  let swapsAxes: Bool
  /// The axis of the picture's columns: along the destination's rows, or along its columns if the axes are swapped.
  let horizontal: PictureAxis
  /// The axis of the picture's rows, along the other side of the destination.
  let vertical: PictureAxis

  init(_ bitmap: Bitmap, part: UnitRect, on destination: PixelRect, transform: Transform) {
    swapsAxes = transform.swapsAxes
    horizontal = PictureAxis(
      shareStart: part.x, shareLength: part.width, limit: bitmap.size.width,
      count: transform.swapsAxes ? destination.height : destination.width, isReversed: transform.reversesColumns)
    vertical = PictureAxis(
      shareStart: part.y, shareLength: part.height, limit: bitmap.size.height,
      count: transform.swapsAxes ? destination.width : destination.height, isReversed: transform.reversesRows)
  }

  var isEmpty: Bool { horizontal.isEmpty || vertical.isEmpty }

  /// Whether each destination pixel is one pixel of the picture, in any orientation.
  var isOneToOne: Bool { horizontal.isOneToOne && vertical.isOneToOne }

  /// Whether the pixels are also in the same order.
  var isUpright: Bool { !swapsAxes && !horizontal.isReversed && !vertical.isReversed }
}

extension Transform {
  /// Whether the picture's columns run against their axis on the panel: `map` with x going up by one.
  fileprivate var reversesColumns: Bool {
    switch self {
    case .rotated90, .rotated180, .flipped, .flipped270: true
    case .normal, .rotated270, .flipped90, .flipped180: false
    }
  }

  /// Whether the picture's rows run against their axis on the panel.
  fileprivate var reversesRows: Bool {
    switch self {
    case .rotated180, .rotated270, .flipped180, .flipped270: true
    case .normal, .rotated90, .flipped, .flipped90: false
    }
  }
}

/// Maps the pixels along one side of a destination to pixels of a picture. `start` and `length` are the part of the picture that is
/// stretched over `count` pixels, in pixels of the picture. A reversed axis shows the same pixels from the other end.
struct PictureAxis {
  let start: Double
  let length: Double
  let count: Int
  let isReversed: Bool
  /// The number of picture pixels along this axis.
  let limit: Int

  init(shareStart: Double, shareLength: Double, limit: Int, count: Int, isReversed: Bool) {
    let from = shareStart > 0 ? min(shareStart, 1) : 0
    let to = min(max(shareStart + shareLength, from), 1)
    let start = from * Double(limit)
    let length = (to.isFinite ? to - from : 0) * Double(limit)
    // Shares are quotients, so restore whole numbers of pixels.
    self.start = abs(start - start.rounded()) < 0.01 ? start.rounded() : start
    self.length = abs(length - length.rounded()) < 0.01 ? length.rounded() : length
    self.limit = limit
    self.count = count
    self.isReversed = isReversed
  }

  var isEmpty: Bool { length <= 0 || count <= 0 }

  /// Whether each destination pixel is exactly one pixel of the picture.
  var isOneToOne: Bool { length == Double(count) && start == start.rounded() }

  /// The first pixel of the picture, if the mapping is one to one.
  var firstPixel: Int { Int(start) }

  /// The step from one destination pixel to the next, in pixels of the picture as a 32.32 fixed-point number; negative if reversed.
  var step: Int64 {
    let step = Int64((length / Double(max(count, 1)) * 0x1p32).rounded())
    return isReversed ? -step : step
  }

  /// The centre of the destination pixel at `offset`, in pixels of the picture as a 32.32 fixed-point number. It is counted from the end
  /// that is not reversed, so that a mirrored picture has exactly the mirrored pixels.
  func position(at offset: Int) -> Int64 {
    let step = abs(step)
    let upright = isReversed ? count - 1 - offset : offset
    return Int64((start * 0x1p32).rounded()) &+ step / 2 &+ step &* Int64(upright)
  }

  /// The pixel of the picture that is nearest to a `position`.
  func pixel(at position: Int64) -> Int { min(max(Int(position >> 32), 0), limit - 1) }

  /// Pixman's step and the edge of the destination pixel at `offset`; nil if these 16.16 fixed-point numbers are out of range.
  func fixedPoint(at offset: Int) -> (step: Int32, origin: Int32)? {
    let step = length / Double(max(count, 1))
    let origin = isReversed ? start + length - step * Double(offset) : start + step * Double(offset)
    guard let fixedStep = Int32(exactly: ((isReversed ? -step : step) * 0x1p16).rounded()),
      let fixedOrigin = Int32(exactly: (origin * 0x1p16).rounded())
    else { return nil }
    return (fixedStep, fixedOrigin)
  }
}

extension PictureMapping {
  /// Pixman's matrix from the destination's pixels, counted from (x, y), to the picture's; nil if a number is out of range.
  func matrix(atX x: Int, y: Int) -> pixman_transform_t? {
    guard let columns = horizontal.fixedPoint(at: swapsAxes ? y : x),
      let rows = vertical.fixedPoint(at: swapsAxes ? x : y)
    else { return nil }
    var matrix = pixman_transform_t()
    matrix.matrix.0.0 = swapsAxes ? 0 : columns.step
    matrix.matrix.0.1 = swapsAxes ? columns.step : 0
    matrix.matrix.0.2 = columns.origin
    matrix.matrix.1.0 = swapsAxes ? rows.step : 0
    matrix.matrix.1.1 = swapsAxes ? 0 : rows.step
    matrix.matrix.1.2 = rows.origin
    matrix.matrix.2.2 = 1 << 16
    return matrix
  }
}

/// Fetches the nearest pixels of a picture for a part of one destination row, exactly and in any transform. Pixman could do both. But its
/// 16.16 steps drift by more than a pixel in strong enlargements, and its general path is not faster.
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

  /// Writes the pixels `x ..< x + count` of row `y`, both counted from the destination's origin, in the picture's format.
  func fetch(x: Int, y: Int, count: Int, into row: UnsafeMutableRawPointer) {
    if pixelStride == 4 {
      unsafe fetch(UInt32.self, x: x, y: y, count: count, into: row)
    } else {
      unsafe fetch(UInt8.self, x: x, y: y, count: count, into: row)
    }
  }

  private func fetch<Pixel: BitwiseCopyable>(
    _ type: Pixel.Type, x: Int, y: Int, count: Int, into row: UnsafeMutableRawPointer
  ) {
    let across = mapping.swapsAxes ? mapping.vertical : mapping.horizontal
    let down = mapping.swapsAxes ? mapping.horizontal : mapping.vertical
    let acrossStride = mapping.swapsAxes ? rowStride : pixelStride
    let downStride = mapping.swapsAxes ? pixelStride : rowStride
    guard let base = unsafe bytes.baseAddress else { return }
    let line = unsafe base + down.pixel(at: down.position(at: y)) * downStride
    let pixels = unsafe row.assumingMemoryBound(to: type)
    var position = across.position(at: x)
    if across.isOneToOne {
      var source = unsafe line + across.pixel(at: position) * acrossStride
      let step = across.isReversed ? -acrossStride : acrossStride
      for index in 0..<count {
        unsafe pixels[index] = source.load(as: type)
        unsafe source += step
      }
    } else {
      let step = across.step
      for index in 0..<count {
        unsafe pixels[index] = line.load(fromByteOffset: across.pixel(at: position) &* acrossStride, as: type)
        position &+= step
      }
    }
  }
}
