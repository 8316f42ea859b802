/// How much each source pixel of a line counts for each pixel that is made of it.
///
/// Catmull-Rom's cubic filter, widened by the factor of a reduction so that nothing is skipped. Pixel by pixel it copies.
struct FilterWeights {
  /// How many source pixels each target pixel is made of.
  let taps: Int
  /// The first source pixel of each target pixel; it and the next ones, `taps` in all, lie within the line.
  private(set) var starts: [Int] = []
  /// `taps` weights for each target pixel.
  private(set) var weights: [Float] = []

  /// - Parameters:
  ///   - length: source pixels of the whole line; a window's edges look beyond it.
  ///   - start: where the window begins, and `extent` how long it is, in source pixels.
  ///   - count: target pixels.
  init(length: Int, start: Double, extent: Double, count: Int) {
    let step = extent / Double(count)
    let widening = max(step, 1)
    var lines: [(first: Int, weights: ArraySlice<Double>)] = []
    for index in 0..<count {
      let center = start + (Double(index) + 0.5) * step
      let first = min(max(Int((center - 2 * widening).rounded()), 0), length - 1)
      let last = min(max(Int((center + 2 * widening).rounded()), first + 1), length)
      let line = (first..<last).map { Self.cubic((Double($0) + 0.5 - center) / widening) }
      let sum = line.reduce(0, +)
      let whole = abs(sum) > 1e-6 ? line.map { $0 / sum } : line.indices.map { $0 == 0 ? 1 : 0 }
      let from = whole.firstIndex { abs($0) > 1e-6 } ?? 0
      let to = whole.lastIndex { abs($0) > 1e-6 } ?? 0
      lines.append((first + from, whole[from...to]))
    }
    let taps = lines.reduce(1) { max($0, $1.weights.count) }
    for (first, line) in lines {
      // Moved to the left where the line ends too early; what was added counts nothing.
      let begin = max(0, min(first, length - taps))
      starts.append(begin)
      let leading = first - begin
      weights += (0..<taps).map { index in
        let place = index - leading
        return (0..<line.count).contains(place) ? Float(line[line.startIndex + place]) : 0
      }
    }
    self.taps = taps
  }

  /// Cubic convolution with a = -1/2: Keys, "Cubic convolution interpolation for digital image processing", 1981.
  private static func cubic(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
  }
}
