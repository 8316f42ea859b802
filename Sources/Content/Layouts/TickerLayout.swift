internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Rasterizing

/// A ticker's layers: a line of text that runs through the picture for ever, moved by the display thread alone.
///
/// Where it is at a time is a function of the time of day, so that screens beside each other agree. With reduced motion it stands, and
/// turns its pages.
final class TickerLayout: DrawnLayout {
  /// The text, its colours and its speed.
  let description: TickerDescription
  private(set) var warning: String?

  private let rasterizer: any Rasterizer
  private let clock: any ContentClock
  private let reducesMotion: Bool
  private var work: TickerDrawing?

  init(
    _ description: TickerDescription, rasterizer: any Rasterizer, clock: any ContentClock, reducesMotion: Bool = false
  ) {
    self.description = description
    self.rasterizer = rasterizer
    self.clock = clock
    self.reducesMotion = reducesMotion
  }

  func prepare(
    for geometry: OutputGeometry, completion: @escaping (Result<LayerTree, RasterError>) -> Void
  ) {
    cancel()
    warning = nil
    guard let style = TickerStyle(description, for: geometry, turnsPages: reducesMotion) else {
      return completion(.success(LayerTree(background: description.background)))
    }
    let work = TickerDrawing(style, rasterizer: rasterizer)
    self.work = work
    work.begin { [weak self] result in
      guard let self else { return }
      self.work = nil
      completion(result.map { self.tree($0, on: geometry) })
    }
  }

  func cancel() {
    work?.cancel()
    work = nil
  }

  private func tree(_ parts: TickerParts, on geometry: OutputGeometry) -> LayerTree {
    warning = parts.warning
    let phase = TickerPhase(now: clock.now, on: clock.screens.now)
    let layers =
      reducesMotion
      ? parts.pages(on: geometry, speed: description.speed, phase: phase)
      : parts.line(on: geometry, speed: description.speed, phase: phase)
    return LayerTree(background: description.background, layers: layers)
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

/// How a ticker's text is drawn: what is asked of the rasteriser, piece by piece.
struct TickerStyle {
  let text: String
  let foreground: Color
  let font: String?
  let geometry: OutputGeometry
  let turnsPages: Bool
  /// The height of an em, in points.
  var fontSize: Double

  /// The em as a share of the height, and at most of the width: a line across a whole screen is not as high as that.
  private static let heightShare = 0.5
  private static let widthShare = 0.12
  /// No text is smaller, in points.
  private static let legible = 10.0
  /// The columns of a piece.
  static let pieceWidth = 4_096
  /// The most pixels of all pieces; the letters become smaller for a longer text.
  static let mostPixels = 8 << 20
  /// The most pieces, whatever the rasteriser says of the line's length.
  private static let mostPieces = 512
  /// The most pages.
  static let mostPages = 64

  /// Nil where there is nothing to draw.
  init?(_ description: TickerDescription, for geometry: OutputGeometry, turnsPages: Bool) {
    let isTooLong = description.text.utf8.count > TextLimits.maximumBytes
    // A text that is too long is refused by its length, before anything looks at its contents.
    text = isTooLong ? description.text : Self.oneLine(BannerText.sanitized(description.text))
    guard !text.isEmpty, !geometry.uprightPixels.isEmpty else { return nil }
    foreground = description.foreground
    font = description.font
    self.geometry = geometry
    self.turnsPages = turnsPages
    let size = geometry.size
    let usual = min(size.height * Self.heightShare, size.width * Self.widthShare)
    // As if each character were a quarter of an em: a line that is far too long is not even laid out.
    let pixels = 4 * Double(Self.mostPixels) / Double(text.unicodeScalars.count)
    fontSize = max(Self.legible, min(usual, pixels.squareRoot() / geometry.pixelsPerPoint.vertical))
  }

  /// The request for the piece, or the page, of that number.
  func request(_ number: Int) -> TextRasterRequest {
    let upright = geometry.uprightPixels
    let density = geometry.pixelsPerPoint
    return TextRasterRequest(
      text: text, font: font, foreground: foreground,
      box: PixelSize(width: turnsPages ? upright.width : Self.pieceWidth, height: upright.height),
      horizontalPixelsPerPoint: density.horizontal, verticalPixelsPerPoint: density.vertical,
      margin: turnsPages ? min(fontSize * 0.25, geometry.size.height * 0.05) : 0, minimumFontSize: 1,
      maximumFontSize: fontSize, arrangement: turnsPages ? .line(number) : .strip(from: number * Self.pieceWidth))
  }

  /// How many pieces or pages there are, by what the first one says of the whole.
  func count(extent: Int) -> Int {
    turnsPages
      ? min(extent, Self.mostPages) : min((max(extent, 1) + Self.pieceWidth - 1) / Self.pieceWidth, Self.mostPieces)
  }

  /// The same with letters so small that the whole line takes no more memory than it may; nil where it does already.
  func smaller(extent: Int, rows: Int) -> TickerStyle? {
    let pixels = Double(extent) * Double(max(rows, 1))
    guard !turnsPages, pixels > Double(Self.mostPixels), fontSize > Self.legible else { return nil }
    var style = self
    style.fontSize = max(Self.legible, fontSize * (Double(Self.mostPixels) / pixels).squareRoot() * 0.95)
    return style
  }

  private static func oneLine(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(scalar == "\n" ? " " : scalar) }
    return String(scalars)
  }
}

/// Draws a ticker's text, one piece after the other.
final class TickerDrawing {
  private var style: TickerStyle
  private let rasterizer: any Rasterizer
  private let tickets = RasterTickets()
  private var pictures: [RasterPicture] = []
  private var completion: ((Result<TickerParts, RasterError>) -> Void)?

  init(_ style: TickerStyle, rasterizer: any Rasterizer) {
    self.style = style
    self.rasterizer = rasterizer
  }

  /// Asks for the first piece, which says how long the whole is.
  func begin(completion: @escaping (Result<TickerParts, RasterError>) -> Void) {
    self.completion = completion
    ask(0)
  }

  /// The completion will not be called any more.
  func cancel() {
    completion = nil
    tickets.cancel()
  }

  private func ask(_ number: Int) {
    tickets.ask(.text(style.request(number)), of: rasterizer, failed: { [weak self] in self?.finish(.failure($0)) }) {
      [weak self] in self?.take($0, number)
    }
  }

  private func take(_ picture: RasterPicture, _ number: Int) {
    if number == 0, let smaller = style.smaller(extent: picture.extent, rows: picture.rect.height) {
      style = smaller
      return ask(0)
    }
    pictures.append(picture)
    let extent = pictures.first?.extent ?? 0
    guard number + 1 < style.count(extent: extent) else {
      return finish(.success(TickerParts(style: style, pictures: pictures)))
    }
    ask(number + 1)
  }

  private func finish(_ result: Result<TickerParts, RasterError>) {
    let completion = completion
    self.completion = nil
    completion?(result)
  }
}

/// A ticker's text as it was drawn: the pieces of its line, or its pages.
struct TickerParts {
  let style: TickerStyle
  let pictures: [RasterPicture]

  /// Between the end of the text and its next beginning, as a share of the width.
  private static let gap = 0.3
  /// The shortest and the longest time of a page, in nanoseconds.
  private static let pageTimes: ClosedRange<Double> = 3e9...15e9

  /// What is not right about it; nil where all is well.
  var warning: String? {
    if style.turnsPages, extent > TickerStyle.mostPages {
      return "the ticker's text has \(extent) pages, of which \(TickerStyle.mostPages) are shown; shorten it"
    }
    return pictures.first.flatMap { TextWarning.sentence(about: $0, of: "the ticker") }
  }

  private var extent: Int { pictures.first?.extent ?? 0 }

  /// The line, as often as it takes to fill the picture at any time, on a carriage that goes back by just one of them when it
  /// has gone so far.
  func line(on geometry: OutputGeometry, speed: Double, phase: TickerPhase) -> [Layer] {
    let grid = PixelGrid(geometry)
    let width = grid.size.width
    let unit = max(extent, 1) + max(1, Int(Double(width) * Self.gap))
    let period = Self.nanoseconds(Double(unit) / (Double(max(width, 1)) * speed) * 1e9, within: 1e6...9e18)
    // The carriage begins its period with the screens' clock, and stands there where the time of day says.
    let shift = Int((Double(unit) * phase.share(of: period)).rounded())
    let isReversed = pictures.first?.runsRightToLeft ?? false
    var layers: [Layer] = []
    for copy in 0..<(width / unit + 3) {
      for (number, picture) in pictures.enumerated() {
        guard let contents = picture.contents(in: style.foreground) else { continue }
        let ahead = copy * unit - shift
        let start = isReversed ? width - extent - ahead : ahead
        var rect = picture.rect
        rect.x += start + number * TickerStyle.pieceWidth
        layers.append(
          Layer(
            id: LayerID(rawValue: UInt32(truncatingIfNeeded: layers.count + 2)), frame: grid.points(rect),
            contents: contents, sampling: .sharp))
      }
    }
    let way = grid.points(columns: unit)
    let run = LayerAnimation(
      property: .offset([PointOffset(x: 0, y: 0), PointOffset(x: isReversed ? way : -way, y: 0)]),
      clock: .time(start: .zero, period: period), repeats: .forever)
    let carriage = Layer(
      id: LayerID(rawValue: 1), frame: PointRect(size: geometry.size), animations: [run], sublayers: layers)
    return layers.isEmpty ? [] : [carriage]
  }

  /// The pages, of which one is shown at a time.
  func pages(on geometry: OutputGeometry, speed: Double, phase: TickerPhase) -> [Layer] {
    let grid = PixelGrid(geometry)
    let count = pictures.count
    // As long as the line would need from one edge to the other.
    let page = Self.nanoseconds(1e9 / speed, within: Self.pageTimes)
    let period = page * UInt64(max(count, 1))
    let start = phase.start(of: period)
    let nothing = UnitRect(x: 0, y: 0, width: 0, height: 0)
    return pictures.enumerated().compactMap { number, picture in
      guard let contents = picture.contents(in: style.foreground) else { return nil }
      var layer = Layer(
        id: LayerID(rawValue: UInt32(truncatingIfNeeded: number + 1)), frame: grid.points(picture.rect),
        contents: contents, sampling: .sharp)
      if count > 1 {
        layer.animations = [
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

/// Where something that repeats is at a time: a function of the time of day, whatever the clock of the screens shows.
nonisolated struct TickerPhase {
  /// The time of day at the moment `monotonic`.
  let wall: WallTime
  let monotonic: MonotonicTime

  init(now: WallTime, on monotonic: MonotonicTime) {
    wall = now
    self.monotonic = monotonic
  }

  /// How far into a period that began with 1970 it is, from 0 to below 1, at the beginning of the screens' clock.
  func share(of period: UInt64) -> Double {
    guard period > 0 else { return 0 }
    let length = Int64(clamping: period)
    let rest = wall.nanoseconds % length
    let atNow = UInt64(rest < 0 ? rest + length : rest)
    let before = monotonic.nanoseconds % period
    let atStart = atNow >= before ? atNow - before : atNow + (period - before)
    return Double(atStart) / Double(period)
  }

  /// A moment at which a period begins: the last one, or the next where the last was before the beginning of the screens' clock.
  func start(of period: UInt64) -> MonotonicTime {
    guard period > 0 else { return .zero }
    let since = UInt64((share(of: period) * Double(period)).rounded()) % period
    // At the beginning of the clock so much of the period was over.
    let first = (period - since) % period
    let whole = monotonic.nanoseconds >= first ? (monotonic.nanoseconds - first) / period : 0
    return MonotonicTime(nanoseconds: first).advanced(by: whole * period)
  }
}
