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

  init(source: PixelSize, window: PicturePlacement.Window, output: PixelSize) {
    self.output = output
    columns = FilterWeights(length: source.width, start: window.x, extent: window.width, count: output.width)
    rows = FilterWeights(length: source.height, start: window.y, extent: window.height, count: output.height)
    var (first, last) = (source.width, 1)
    for index in 0..<output.width {
      first = min(first, columns.starts[index])
      last = max(last, columns.starts[index] + columns.offsets[index + 1] - columns.offsets[index])
    }
    used = min(first, last - 1)..<last
    unsafe line = .allocate(capacity: used.count)
    unsafe ring = .allocate(capacity: rows.widest * output.width)
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
      let weights = rows.offsets[y]..<rows.offsets[y + 1]
      next = max(next, start)
      while next < start + weights.count {
        unsafe shrink(source, row: next, into: ring + next % rows.widest * output.width)
        next += 1
      }
      unsafe sums.update(repeating: .zero, count: output.width)
      for (index, weight) in weights.enumerated() {
        let row = unsafe ring + (start + index) % rows.widest * output.width
        let share = rows.weights[weight]
        for x in 0..<output.width { unsafe sums[x] += row[x] * share }
      }
      let lowest = unsafe store(to: target + steps.origin + y * steps.down, step: steps.right)
      lowestAlpha = min(lowestAlpha, lowest)
    }
    return lowestAlpha > 254.5
  }

  private func shrink(_ source: SourcePixels, row: Int, into target: UnsafeMutablePointer<SIMD4<Float>>) {
    unsafe source.read(row: row, from: used.lowerBound, count: used.count, into: line)
    unsafe columns.starts.withUnsafeBufferPointer { starts in
      unsafe columns.offsets.withUnsafeBufferPointer { offsets in
        unsafe columns.weights.withUnsafeBufferPointer { weights in
          for x in 0..<output.width {
            let first = unsafe offsets[x]
            let pixels = unsafe line + (starts[x] - used.lowerBound)
            var sum = SIMD4<Float>.zero
            for index in unsafe first..<offsets[x + 1] { unsafe sum += pixels[index - first] * weights[index] }
            unsafe target[x] = sum
          }
        }
      }
    }
  }

  /// The filter goes a little below and above what is there; no colour may have more than its alpha.
  private func store(to target: UnsafeMutablePointer<UInt32>, step: Int) -> Float {
    var place = unsafe target
    var lowest: Float = 255
    for x in 0..<output.width {
      let sum = unsafe sums[x]
      let alpha = min(max(sum.w, 0), 255)
      lowest = min(lowest, alpha)
      let word = sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha)) + 0.5
      unsafe place.pointee = UInt32(word.w) << 24 | UInt32(word.x) << 16 | UInt32(word.y) << 8 | UInt32(word.z)
      unsafe place += step
    }
    return lowest
  }
}
