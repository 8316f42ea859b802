internal import Composition
internal import DisplayTypes
internal import Rasterizing

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
