internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Rasterizing

/// The layers of a ticker: a line of text that runs through the picture for ever. Only the display thread moves it. The place of the text
/// depends only on the time of day, so that neighbouring screens agree. With reduced motion the ticker stands still and turns pages.
final class TickerLayout: DrawnLayout {
  let description: TickerDescription
  private(set) var warning: String?

  private let rasterizer: any Rasterizer
  private let clock: any ContentClock
  private let reducesMotion: Bool
  private let tickets = RasterTickets()

  init(
    _ description: TickerDescription, rasterizer: any Rasterizer, clock: any ContentClock, reducesMotion: Bool = false
  ) {
    self.description = description
    self.rasterizer = rasterizer
    self.clock = clock
    self.reducesMotion = reducesMotion
  }

  func prepare(for geometry: OutputGeometry, completion: @escaping (Result<LayerTree, RasterError>) -> Void) {
    cancel()
    warning = nil
    guard let style = TickerStyle(description, for: geometry, turnsPages: reducesMotion) else {
      return completion(.success(LayerTree(background: description.shownBackground)))
    }
    draw(style, [], completion)
  }

  func cancel() { tickets.cancel() }

  /// Draws the next picture. The first one reports the extent of the whole text.
  private func draw(
    _ style: TickerStyle, _ pictures: [RasterPicture], _ completion: @escaping (Result<LayerTree, RasterError>) -> Void
  ) {
    let request = RasterRequest.text(style.request(pictures.count))
    tickets.request(request, of: rasterizer, failed: { completion(.failure($0)) }) { [weak self] picture in
      guard let self else { return }
      if pictures.isEmpty, let smaller = style.smaller(extent: picture.extent, rows: picture.rect.height) {
        return draw(smaller, [], completion)
      }
      let parts = TickerParts(style: style, pictures: pictures + [picture])
      if parts.pictures.count < style.count(extent: parts.extent) { return draw(style, parts.pictures, completion) }
      warning = parts.warning
      let phase = TickerPhase(wall: clock.now, monotonic: clock.screens.now)
      let layers = reducesMotion ? parts.pages(phase) : parts.line(phase)
      completion(.success(LayerTree(background: description.shownBackground, layers: layers)))
    }
  }
}

extension TickerDescription: DrawnContent {
  var isText: Bool { true }

  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing {
    let resources = sources.resources
    return .layout(
      TickerLayout(
        self, rasterizer: resources.rasterizer, clock: resources.clock, reducesMotion: resources.reducesMotion))
  }
}

/// The requests to the rasteriser for the text of a ticker, piece by piece.
struct TickerStyle {
  /// The ticker with its text in one line.
  private(set) var ticker: TickerDescription
  let geometry: OutputGeometry
  let turnsPages: Bool
  /// The height of an em, in points.
  var fontSize: Double

  /// The em as a share of the height. `widthShare` limits it, because a line across a whole screen is less high.
  private static let heightShare = 0.5
  private static let widthShare = 0.12
  /// The smallest text, in points.
  private static let legible = 10.0
  /// The width of a piece in columns.
  static let pieceWidth = 4_096
  /// The limit of pixels of all pieces. A longer text gets smaller letters.
  static let mostPixels = 8 << 20
  /// The limit of pieces for a line of any length.
  private static let mostPieces = 512
  static let mostPages = 64

  /// Nil if there is nothing to draw.
  init?(_ description: TickerDescription, for geometry: OutputGeometry, turnsPages: Bool) {
    ticker = description
    let text = BannerText.sanitized(description.text).unicodeScalars.map { $0 == "\n" ? " " : $0 }
    ticker.text = String(String.UnicodeScalarView(text))
    guard !text.isEmpty, !geometry.uprightPixels.isEmpty else { return nil }
    self.geometry = geometry
    self.turnsPages = turnsPages
    let size = geometry.size
    let usual = min(size.height * Self.heightShare, size.width * Self.widthShare)
    // Count each character as a quarter of an em, so that a far too long line is not even laid out.
    let pixels = 4 * Double(Self.mostPixels) / Double(text.count)
    fontSize = max(Self.legible, min(usual, pixels.squareRoot() / geometry.pixelsPerPoint.vertical))
  }

  /// - Parameter number: the number of the piece or page.
  func request(_ number: Int) -> TextRasterRequest {
    let upright = geometry.uprightPixels
    let density = geometry.pixelsPerPoint
    return TextRasterRequest(
      text: ticker.text, font: ticker.font, foreground: ticker.shownForeground,
      box: PixelSize(width: turnsPages ? upright.width : Self.pieceWidth, height: upright.height),
      horizontalPixelsPerPoint: density.horizontal, verticalPixelsPerPoint: density.vertical,
      margin: turnsPages ? min(fontSize * 0.25, geometry.size.height * 0.05) : 0, minimumFontSize: 1,
      maximumFontSize: fontSize, arrangement: turnsPages ? .line(number) : .strip(from: number * Self.pieceWidth))
  }

  /// The number of pieces or pages for the extent that the first one reports.
  func count(extent: Int) -> Int {
    turnsPages
      ? min(extent, Self.mostPages) : min((max(extent, 1) + Self.pieceWidth - 1) / Self.pieceWidth, Self.mostPieces)
  }

  /// The style with letters so small that the whole line fits into its memory; nil if it fits already.
  func smaller(extent: Int, rows: Int) -> TickerStyle? {
    let pixels = Double(extent) * Double(max(rows, 1))
    guard !turnsPages, pixels > Double(Self.mostPixels), fontSize > Self.legible else { return nil }
    var style = self
    style.fontSize = max(Self.legible, fontSize * (Double(Self.mostPixels) / pixels).squareRoot() * 0.95)
    return style
  }
}

/// The pieces of a ticker's line, or its pages.
struct TickerParts {
  let style: TickerStyle
  let pictures: [RasterPicture]

  /// The gap between the end of the text and its next beginning, as a share of the width.
  private static let gap = 0.3
  /// The time for a page, in nanoseconds.
  private static let pageTimes: ClosedRange<Double> = 3e9...15e9

  var warning: String? {
    if style.turnsPages, extent > TickerStyle.mostPages {
      return "the ticker's text has \(extent) pages, of which \(TickerStyle.mostPages) are shown; shorten it"
    }
    return pictures.first.flatMap { TextWarning.sentence(about: $0, of: "the ticker") }
  }

  var extent: Int { pictures.first?.extent ?? 0 }

  /// The copies of the line that fill the picture at any time. They move together by the length of one copy, then start again.
  func line(_ phase: TickerPhase) -> [Layer] {
    let grid = PixelGrid(style.geometry)
    let width = grid.size.width
    let unit = max(extent, 1) + max(1, Int(Double(width) * Self.gap))
    let period = Self.nanoseconds(Double(unit) / (Double(max(width, 1)) * style.ticker.speed) * 1e9, within: 1e6...9e18)
    // The animation begins its period with the screens' clock. The shift adds the place for the time of day.
    let shift = Int((Double(unit) * phase.share(of: period)).rounded())
    let isReversed = pictures.first?.runsRightToLeft ?? false
    var layers: [Layer] = []
    for copy in 0..<(width / unit + 3) {
      for (number, picture) in pictures.enumerated() {
        let ahead = copy * unit - shift
        let start = isReversed ? width - extent - ahead : ahead
        var rect = picture.rect
        rect.x += start + number * TickerStyle.pieceWidth
        layers +=
          picture.layer(layers.count + 2, in: style.ticker.shownForeground, at: rect, on: grid).map { [$0] } ?? []
      }
    }
    let way = grid.points(columns: unit)
    let run = LayerAnimation(
      property: .offset([PointOffset(x: 0, y: 0), PointOffset(x: isReversed ? way : -way, y: 0)]),
      clock: .time(start: .zero, period: period), repeats: .forever)
    let carriage = Layer(
      id: LayerID(rawValue: 1), frame: PointRect(size: style.geometry.size), animations: [run], sublayers: layers)
    return layers.isEmpty ? [] : [carriage]
  }

  func pages(_ phase: TickerPhase) -> [Layer] {
    let grid = PixelGrid(style.geometry)
    let count = pictures.count
    // The time that the line would need from one edge to the other.
    let page = Self.nanoseconds(1e9 / style.ticker.speed, within: Self.pageTimes)
    let period = page * UInt64(max(count, 1))
    let start = phase.start(of: period)
    let nothing = UnitRect(x: 0, y: 0, width: 0, height: 0)
    return pictures.enumerated().compactMap { number, picture in
      var layer = picture.layer(number + 1, in: style.ticker.shownForeground, on: grid)
      if count > 1 {
        layer?.animations = [
          LayerAnimation(
            property: .contentsRect((0..<count).map { $0 == number ? .whole : nothing }),
            clock: .time(start: start, period: period), repeats: .forever)
        ]
      }
      return layer
    }
  }

  private static func nanoseconds(_ value: Double, within range: ClosedRange<Double>) -> UInt64 {
    guard value.isFinite else { return UInt64(range.upperBound) }
    return UInt64(min(max(value, range.lowerBound), range.upperBound))
  }
}

/// The phase of a repeated motion. It depends only on the time of day, so that all screens agree.
nonisolated struct TickerPhase {
  /// The time of day at `monotonic`.
  let wall: WallTime
  let monotonic: MonotonicTime

  /// The share of a period, counted from 1970, that has passed at the beginning of the screens' clock; below 1.
  func share(of period: UInt64) -> Double {
    guard period > 0 else { return 0 }
    let length = Int64(clamping: period)
    let rest = wall.nanoseconds % length
    let atNow = UInt64(rest < 0 ? rest + length : rest)
    let before = monotonic.nanoseconds % period
    let atStart = atNow >= before ? atNow - before : atNow + (period - before)
    return Double(atStart) / Double(period)
  }

  /// The beginning of a period: the last one, or the next one if the last one came before the screens' clock began.
  func start(of period: UInt64) -> MonotonicTime {
    guard period > 0 else { return .zero }
    let since = UInt64((share(of: period) * Double(period)).rounded()) % period
    // The part of the period that had passed at the beginning of the clock.
    let first = (period - since) % period
    let whole = monotonic.nanoseconds >= first ? (monotonic.nanoseconds - first) / period : 0
    return MonotonicTime(nanoseconds: first).advanced(by: whole * period)
  }
}
