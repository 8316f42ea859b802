internal import DisplayTypes
internal import RasterWorker

/// Brings a window of a picture to another size, by rows and by columns.
@safe final class Resampler {
  private let columns: FilterWeights
  private let rows: FilterWeights
  private let output: PixelSize
  /// The columns of the source that are looked at.
  private let used: Range<Int>
  private let line: UnsafeMutablePointer<SIMD4<Float>>
  /// Rows of the output's width, each at its number modulo their count.
  private let ring: UnsafeMutablePointer<SIMD4<Float>>
  private let sums: UnsafeMutablePointer<SIMD4<Float>>
  private let samples = PixelSamples()

  init(source: PixelSize, window: PicturePlacement.Window, output: PixelSize) {
    self.output = output
    columns = FilterWeights(length: source.width, start: window.x, extent: window.width, count: output.width)
    rows = FilterWeights(length: source.height, start: window.y, extent: window.height, count: output.height)
    let first = columns.starts.min() ?? 0
    used = first..<min((columns.starts.max() ?? 0) + columns.taps, source.width)
    unsafe line = .allocate(capacity: used.count)
    unsafe ring = .allocate(capacity: rows.taps * output.width)
    unsafe sums = .allocate(capacity: output.width)
  }

  deinit {
    unsafe line.deallocate()
    unsafe ring.deallocate()
    unsafe sums.deallocate()
  }

  /// Writes premultiplied `argb32`; true where all of it is opaque.
  ///
  /// - Parameter target: where the first pixel of an upright picture goes.
  func draw(_ source: SourcePixels, to target: UnsafeMutablePointer<UInt32>, _ steps: PixelSteps) -> Bool {
    var next = 0
    var lowestAlpha: Float = 255
    for y in 0..<output.height {
      let start = rows.starts[y]
      let end = min(start + rows.taps, source.size.height)
      next = max(next, start)
      while next < end {
        unsafe shrink(source, row: next, into: ring + next % rows.taps * output.width)
        next += 1
      }
      unsafe sums.update(repeating: .zero, count: output.width)
      var row = start
      while row < end {
        add(row: row, share(row, of: y), and: row + 1, row + 1 < end ? share(row + 1, of: y) : 0)
        row += 2
      }
      let lowest = unsafe store(to: target + steps.origin + y * steps.down, step: steps.right)
      lowestAlpha = min(lowestAlpha, lowest)
    }
    return lowestAlpha > 254.5
  }

  private func share(_ row: Int, of y: Int) -> Float { rows.weights[y * rows.taps + row - rows.starts[y]] }

  /// Two rows at a time: half the way to the memory and back.
  private func add(row first: Int, _ firstShare: Float, and second: Int, _ secondShare: Float) {
    guard firstShare != 0 || secondShare != 0 else { return }
    let one = unsafe ring + first % rows.taps * output.width
    let other = unsafe ring + second % rows.taps * output.width
    let sums = unsafe self.sums
    // What was never written may be anything, and anything times zero is not always zero.
    if secondShare == 0 {
      for x in 0..<output.width { unsafe sums[x] += one[x] * firstShare }
    } else {
      for x in 0..<output.width { unsafe sums[x] += one[x] * firstShare + other[x] * secondShare }
    }
  }

  private func shrink(_ source: SourcePixels, row: Int, into target: UnsafeMutablePointer<SIMD4<Float>>) {
    unsafe source.read(row: row, from: used.lowerBound, count: used.count, samples, into: line)
    let (taps, first, line) = unsafe (columns.taps, used.lowerBound, self.line)
    unsafe columns.starts.withUnsafeBufferPointer { starts in
      unsafe columns.weights.withUnsafeBufferPointer { weights in
        guard var weight = weights.baseAddress else { return }
        for x in 0..<output.width {
          let pixels = unsafe line + (starts[x] - first)
          var sum = unsafe pixels[0] * weight[0]
          var index = 1
          while index < taps {
            unsafe sum += pixels[index] * weight[index]
            index += 1
          }
          unsafe target[x] = sum
          unsafe weight += taps
        }
      }
    }
  }

  /// The filter goes a little below and above what is there; no colour may have more than its alpha.
  private func store(to target: UnsafeMutablePointer<UInt32>, step: Int) -> Float {
    var place = unsafe target
    var lowest: Float = 255
    let sums = unsafe self.sums
    for x in 0..<output.width {
      let sum = unsafe sums[x]
      let alpha = min(max(sum.w, 0), 255)
      lowest = min(lowest, alpha)
      // Above 2^23 a Float's last bits are whole numbers (IEEE 754, binary32).
      let word = pointwiseMax(pointwiseMin(sum, SIMD4(repeating: alpha)), .zero) + 8_388_608
      unsafe place.pointee =
        word.w.bitPattern << 24 | (word.x.bitPattern & 0xFF) << 16 | (word.y.bitPattern & 0xFF) << 8
        | word.z.bitPattern & 0xFF
      unsafe place += step
    }
    return lowest
  }
}
