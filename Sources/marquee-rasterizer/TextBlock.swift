internal import DisplayTypes

/// Lines below each other, with our own distances.
///
/// Pango's spacing is not used: its line heights are wrong for bitmap fonts, as colour emoji are, above the bitmaps' own size
/// (seen with Pango 1.50: twice the em at 200, three times at 300).
struct TextBlock {
  let lines: [TextLine]
  /// Each line's baseline, from the block's top.
  let baselines: [Double]
  /// From the top of the first line to the bottom of the last.
  let height: Double
  /// Of the widest line.
  let width: Double

  /// From baseline to baseline in ems, for usual fonts.
  ///
  /// They differ: DejaVu asks for 1.16, Noto Sans for 1.36.
  private static let lineHeight = 1.18
  /// A line that asks for more, in ems, has larger letters or stacks marks (Thai, Nastaliq), and gets it.
  private static let usualLimit = 1.46

  /// - Parameter size: the height of an em in points.
  init(_ lines: [TextLine], size: Double) {
    var baselines: [Double] = []
    var baseline = 0.0
    var previous: TextLine?
    for line in lines {
      if let previous {
        let tallest = max(previous.ascent + previous.descent, line.ascent + line.descent)
        baseline += tallest <= Self.usualLimit * size ? Self.lineHeight * size : previous.descent + line.ascent
      } else {
        baseline = line.ascent
      }
      baselines.append(baseline)
      previous = line
    }
    self.lines = lines
    self.baselines = baselines
    height = baseline + (previous?.descent ?? 0)
    width = lines.reduce(0) { max($0, $1.width) }
  }

  /// The rectangle that has ink, from the block's top left corner.
  ///
  /// - Parameter only: the one line that counts; nil for all.
  func ink(of only: Int?) -> PointRect {
    var union: PointRect?
    for (index, (line, baseline)) in zip(lines, baselines).enumerated()
    where line.ink.width > 0 && line.ink.height > 0 && only ?? index == index {
      var rect = line.ink
      rect.y += baseline
      guard let other = union else {
        union = rect
        continue
      }
      let (left, top) = (min(other.x, rect.x), min(other.y, rect.y))
      union = PointRect(
        x: left, y: top, width: max(other.maxX, rect.maxX) - left, height: max(other.maxY, rect.maxY) - top)
    }
    return union ?? .zero
  }
}
