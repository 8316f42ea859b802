/// How much each source pixel of a line counts for each pixel that is made of it.
///
/// Catmull-Rom's cubic filter, widened by the factor of a reduction so that nothing is skipped. Pixel by pixel it copies.
struct FilterWeights {
  /// The first source pixel of each target pixel.
  private(set) var starts: [Int] = []
  /// Where the weights of each target pixel begin, and where the last ones end.
  private(set) var offsets: [Int] = [0]
  private(set) var weights: [Float] = []
  /// The most source pixels that one target pixel is made of.
  private(set) var widest = 1

  /// - Parameters:
  ///   - length: source pixels of the whole line; a window's edges look beyond it.
  ///   - start: where the window begins, and `extent` how long it is, in source pixels.
  ///   - count: target pixels.
  init(length: Int, start: Double, extent: Double, count: Int) {
    let step = extent / Double(count)
    let widening = max(step, 1)
    for index in 0..<count {
      let center = start + (Double(index) + 0.5) * step
      let first = min(max(Int((center - 2 * widening).rounded()), 0), length - 1)
      let last = min(max(Int((center + 2 * widening).rounded()), first + 1), length)
      var line = (first..<last).map { Self.cubic((Double($0) + 0.5 - center) / widening) }
      let sum = line.reduce(0, +)
      if abs(sum) > 1e-6 { line = line.map { $0 / sum } } else { line = [1] }
      let leading = line.prefix { abs($0) < 1e-6 }.count
      let kept = line[leading...].reversed().drop { abs($0) < 1e-6 }.reversed()
      starts.append(first + leading)
      weights += kept.map { Float($0) }
      offsets.append(weights.count)
      widest = max(widest, kept.count)
    }
  }

  /// Keys' filter.
  ///
  /// R. Keys, "Cubic convolution interpolation for digital image processing", 1981, with a = -1/2.
  private static func cubic(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
  }
}
