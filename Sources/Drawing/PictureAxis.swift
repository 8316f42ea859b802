/// Which pixel of a picture each pixel along one side of a destination shows.
///
/// `start` and `length` are the part of the picture that is stretched over `count` pixels, in pixels of the picture. A reversed axis
/// shows the same pixels from the other end.
struct PictureAxis {
  let start: Double
  let length: Double
  let count: Int
  let isReversed: Bool
  /// Pixels of the picture along this axis.
  let limit: Int

  init(shareStart: Double, shareLength: Double, limit: Int, count: Int, isReversed: Bool) {
    let from = shareStart > 0 ? min(shareStart, 1) : 0
    let to = min(max(shareStart + shareLength, from), 1)
    let start = from * Double(limit)
    let length = (to.isFinite ? to - from : 0) * Double(limit)
    // Shares are quotients: what was meant to be a whole number of pixels is one again.
    self.start = abs(start - start.rounded()) < 0.01 ? start.rounded() : start
    self.length = abs(length - length.rounded()) < 0.01 ? length.rounded() : length
    self.limit = limit
    self.count = count
    self.isReversed = isReversed
  }

  /// Whether there is nothing to show.
  var isEmpty: Bool { length <= 0 || count <= 0 }

  /// Whether each destination pixel is exactly one of the picture's.
  var isOneToOne: Bool { length == Double(count) && start == start.rounded() }

  /// The first pixel of the part, where it is one to one.
  var firstPixel: Int { Int(start) }

  /// Pixels of the picture from one destination pixel to the next, as a 32.32 fixed-point number; negative where reversed.
  var step: Int64 {
    let step = Int64((length / Double(max(count, 1)) * 0x1p32).rounded())
    return isReversed ? -step : step
  }

  /// The centre of the destination pixel at `offset`, in pixels of the picture as a 32.32 fixed-point number.
  ///
  /// Counted from the end that is not reversed, so that a mirrored picture is the picture, mirrored.
  func position(at offset: Int) -> Int64 {
    let step = abs(step)
    let upright = isReversed ? count - 1 - offset : offset
    return Int64((start * 0x1p32).rounded()) &+ step / 2 &+ step &* Int64(upright)
  }

  /// The nearest pixel to a `position`.
  func pixel(at position: Int64) -> Int {
    min(max(Int(position >> 32), 0), limit - 1)
  }

  /// Pixman's numbers for this axis, from the destination pixel at `offset` on: the step, and where that pixel's edge lies.
  ///
  /// They are 16.16 fixed-point numbers; nil where they leave their range.
  func fixedPoint(at offset: Int) -> (step: Int32, origin: Int32)? {
    let step = length / Double(max(count, 1))
    let origin = isReversed ? start + length - step * Double(offset) : start + step * Double(offset)
    guard let fixedStep = Int32(exactly: ((isReversed ? -step : step) * 0x1p16).rounded()),
      let fixedOrigin = Int32(exactly: (origin * 0x1p16).rounded())
    else { return nil }
    return (fixedStep, fixedOrigin)
  }
}
