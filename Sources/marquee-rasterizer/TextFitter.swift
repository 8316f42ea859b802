internal import DisplayTypes
internal import Rasterizing

/// Finds the largest size at which a text fits, by bisection. It needs at most a dozen layouts for each way of wrapping.
struct TextFitter {
  /// The chosen size, and the width for wrapping lines. The text keeps both.
  struct Fit {
    var size: Double
    var width: Double
    var isTruncated: Bool
  }

  let text: PangoText
  /// The box without its margins, in points.
  let area: PointSize
  let minimum: Double
  let maximum: Double

  /// The ratio below which two sizes look the same.
  private static let precision = 1.015
  /// A size below this fraction of the area's shorter side is small. A small text breaks words if that makes it larger by `worthBreaking`.
  private static let smallShare = 0.045
  private static let worthBreaking = 1.5
  /// The maximum number of lines of a banner. A longer text is for reading, so its lines stay full.
  private static let balancedLines = 8
  /// The lines of a list stay unless wrapping makes the text larger by this factor.
  private static let worthWrapping = 1.35

  func fit(isBalanced: Bool) -> Fit {
    var size = largest(.atWords)
    var wrapping = PangoText.Wrapping.atWords
    if (size ?? 0) < Self.smallShare * min(area.width, area.height), let broken = largest(.anywhere),
      broken > (size ?? 0) * Self.worthBreaking
    {
      size = broken
      wrapping = .anywhere
    }
    if let wrapped = size, let kept = largest(wrapping, keepingLines: true), kept * Self.worthWrapping > wrapped {
      size = kept
    }
    guard let size else {
      text.setSize(minimum)
      cut()
      return Fit(size: minimum, width: area.width, isTruncated: true)
    }
    text.setSize(size)
    let width = isBalanced ? balancedWidth(wrapping) : area.width
    text.setWidth(width, wrapping)
    return Fit(size: size, width: width, isTruncated: false)
  }

  /// Finds the size of a text whose lines are never wrapped.
  func fitLines() -> Fit {
    text.setUnlimitedWidth()
    let size = largestSize { block in block.width <= area.width && block.height <= area.height }
    text.setSize(size ?? minimum)
    return Fit(size: size ?? minimum, width: area.width, isTruncated: size == nil)
  }

  /// - Parameter keepingLines: allows only sizes at which no line is wrapped. The result is then nil for a text of one paragraph.
  private func largest(_ wrapping: PangoText.Wrapping, keepingLines: Bool = false) -> Double? {
    var limit = Int.max
    if keepingLines {
      text.setWidth(.infinity, wrapping)
      limit = text.lines().count
      guard limit > 1 else { return nil }
    }
    text.setWidth(area.width, wrapping)
    return largestSize { block in
      block.lines.count <= limit && block.width <= area.width && block.height <= area.height
    }
  }

  /// - Returns: nil if the text does not fit at the smallest size.
  private func largestSize(_ isAllowed: (TextBlock) -> Bool) -> Double? {
    func fits(_ size: Double) -> Bool {
      text.setSize(size)
      return isAllowed(TextBlock(text.lines(), size: size))
    }
    guard fits(minimum) else { return nil }
    var low = minimum
    var high = max(minimum, min(maximum, area.height))
    if fits(high) { return high }
    while high > low * Self.precision {
      let middle = (low * high).squareRoot()
      if fits(middle) { low = middle } else { high = middle }
    }
    return low
  }

  /// Leaves as many lines as fit at the smallest size. It tries heights, because Pango uses the fonts' own line heights.
  private func cut() {
    text.setWidth(area.width, .anywhere)
    var height = area.height * 1.25
    for _ in 0..<12 {
      text.cut(atHeight: height)
      guard TextBlock(text.lines(), size: minimum).height > area.height else { return }
      height *= 0.95
    }
  }

  /// The smallest width that needs no additional line. It makes lines about equally long, and avoids a single word in the last.
  private func balancedWidth(_ wrapping: PangoText.Wrapping) -> Double {
    text.setWidth(area.width, wrapping)
    let count = text.lines().count
    guard count > 1, count <= Self.balancedLines else { return area.width }
    var low = area.width / 4
    var high = area.width
    for _ in 0..<8 {
      let middle = (low + high) / 2
      text.setWidth(middle, wrapping)
      let lines = text.lines()
      if lines.count <= count && lines.allSatisfy({ $0.width <= middle }) { high = middle } else { low = middle }
    }
    return high
  }
}

/// Lines below each other, with our own line heights. Pango's line heights are wrong for bitmap fonts, such as colour emoji, above the size
/// of their bitmaps. With Pango 1.50 they are twice the em at 200, and three times at 300.
struct TextBlock {
  let lines: [TextLine]
  /// Each line's baseline, from the block's top.
  let baselines: [Double]
  /// The height from the top of the first line to the bottom of the last.
  let height: Double
  /// The width of the widest line.
  let width: Double

  /// The distance of baselines in ems, for usual fonts. Fonts differ: DejaVu has 1.16, and Noto Sans has 1.36.
  private static let lineHeight = 1.18
  /// A line above this height in ems has larger letters or stacked marks (Thai, Nastaliq), and keeps its height.
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

  func baseline(ofLine number: Int) -> Double? { baselines.indices.contains(number) ? baselines[number] : nil }

  /// The rectangle that has ink, from the block's top left corner.
  ///
  /// - Parameter only: the only line that counts; nil for all.
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

/// One line of a layout, in points.
struct TextLine {
  /// The beginning of the line, from the layout's left edge.
  var x: Double
  var width: Double
  /// The distance from the baseline up to the top of the fonts.
  var ascent: Double
  /// The distance from the baseline down to the bottom of the fonts.
  var descent: Double
  /// The rectangle with ink, from the layout's left edge and the line's baseline.
  var ink: PointRect
}
