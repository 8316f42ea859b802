internal import DisplayTypes
internal import Rasterizing

/// A text that has its size and its place in the box, all in points.
struct PlacedText {
  let text: PangoText
  let block: TextBlock
  /// The block's top left corner.
  let x: Double
  let y: Double
  let fontSize: Double
  let isTruncated: Bool
  /// As `RasterPicture.extent` has it.
  let extent: Int
  /// The one line that is drawn; nil for all.
  let line: Int?

  /// Free room at both ends of a strip, in ems, for letters that reach beyond their place.
  private static let overhang = 0.25

  /// Arranges the text as the request says.
  init(_ request: TextRasterRequest) throws(RasterError) {
    let (horizontal, vertical) = (request.horizontalPixelsPerPoint, request.verticalPixelsPerPoint)
    let box = PointSize(width: Double(request.box.width) / horizontal, height: Double(request.box.height) / vertical)
    // A margin that leaves nothing is no margin.
    let margin = min(request.margin, min(box.width, box.height) / 4)
    let area = PointSize(width: box.width - 2 * margin, height: box.height - 2 * margin)
    let x: Double
    var y: Double
    var fit = TextFitter.Fit(size: request.maximumFontSize, width: area.width, isTruncated: false)
    var line: Int?
    var extent = 0
    /// The block that decides on the place.
    let block: TextBlock

    func fitter(_ text: PangoText) -> TextFitter {
      TextFitter(text: text, area: area, minimum: request.minimumFontSize, maximum: request.maximumFontSize)
    }
    switch request.arrangement {
    case .fitted:
      text = try PangoText(request)
      fit = fitter(text).fit(isBalanced: request.alignment == .center)
      self.block = TextBlock(text.lines(withInk: true), size: fit.size)
      block = self.block
      x = margin + (area.width - fit.width) / 2
      y = Self.middle(of: block, in: box)
    case .like(let template):
      let model = try PangoText(request, text: template, hasEqualFigures: true)
      fit = fitter(model).fitLines()
      block = TextBlock(model.lines(withInk: true), size: fit.size)
      text = try PangoText(request, hasEqualFigures: true)
      text.setSize(fit.size)
      text.setWidth(area.width, .atWords)
      self.block = TextBlock(text.lines(withInk: true), size: fit.size)
      x = margin
      y = Self.middle(of: block, in: box)
    case .strip(let from):
      text = try PangoText(request)
      text.setSize(fit.size)
      text.setUnlimitedWidth()
      self.block = TextBlock(text.lines(withInk: true), size: fit.size)
      block = self.block
      let overhang = (Self.overhang * fit.size * horizontal).rounded(.up)
      extent = min(Self.whole((block.width * horizontal).rounded(.up) + 2 * overhang), TextLimits.maximumExtent)
      x = (overhang - Double(from)) / horizontal
      y = (box.height - block.height) / 2
    case .line(let number):
      text = try PangoText(request)
      text.setSize(fit.size)
      text.setWidth(area.width, .anywhere)
      let lines = text.lines(withInk: true)
      extent = lines.count
      line = number
      // Every line stands where the first would.
      self.block = TextBlock(lines, size: fit.size)
      block = self.block
      let first = block.lines.first
      x = margin
      y = (box.height - (first?.ascent ?? 0) - (first?.descent ?? 0)) / 2
      y += (block.baselines.first ?? 0) - (block.baselines.indices.contains(number) ? block.baselines[number] : 0)
    }
    if let first = block.baselines.first {
      // The baseline on a whole pixel, for a sharp lower edge.
      let baseline = line.flatMap { block.baselines.indices.contains($0) ? block.baselines[$0] : nil } ?? first
      y = ((y + baseline) * vertical).rounded() / vertical - baseline
    }
    self.x = x
    self.y = y
    self.line = line
    self.extent = extent
    fontSize = fit.size
    isTruncated = fit.isTruncated
  }

  /// The rectangle that has ink, in the box.
  var ink: PointRect {
    var ink = block.ink(of: line)
    ink.x += x
    ink.y += y
    return ink
  }

  /// Where a line's baseline begins in the box; nil where the line is not drawn.
  func origin(ofLine number: Int) -> (x: Double, y: Double)? {
    guard line ?? number == number, block.lines.indices.contains(number) else { return nil }
    return (x + block.lines[number].x, y + block.baselines[number])
  }

  /// What is seen stands in the middle, not what the fonts reserve above and below.
  private static func middle(of block: TextBlock, in box: PointSize) -> Double {
    let ink = block.ink(of: nil)
    return (box.height - ink.height) / 2 - ink.y
  }

  private static func whole(_ value: Double) -> Int {
    value.isFinite ? Int(min(max(value, 0), 1e9)) : 0
  }
}
