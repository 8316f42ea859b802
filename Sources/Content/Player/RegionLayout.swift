internal import Composition
internal import ContentModel
internal import DisplayTypes

extension LayoutDescription: DrawnContent {
  func drawing(on geometry: OutputGeometry, with sources: ContentSources) -> ContentDrawing { .regions(self) }
}

final class RegionLayout {
  private struct Region {
    let frame: PointRect
    let player: RegionPlayer
  }

  var didChange: (() -> Void)?
  private let background: Color
  private let regions: [Region]

  init(_ description: LayoutDescription, on geometry: OutputGeometry, sources: ContentSources) {
    background = description.background ?? .black
    regions = description.regions.prefix(LayoutDescription.mostRegions).enumerated().map { index, region in
      let place = RegionPlace(region, of: description, in: geometry)
      return Region(
        frame: place.frame,
        player: RegionPlayer(
          region.content, on: place.geometry, sources: sources, region: region.name ?? "\(index + 1)"))
    }
    for region in regions { region.player.didChange = { [weak self] in self?.didChange?() } }
  }

  var isPlaying: Bool { regions.contains { $0.player.isPlaying } }
  var isMaking: Bool { regions.contains { $0.player.isMaking } }

  var warning: String? { regions.lazy.compactMap(\.player.warning).first }

  var tree: LayerTree {
    LayerTree(
      background: background,
      layers: regions.map { region in
        Layer(id: LayerID(rawValue: 0), frame: region.frame, clipsSublayers: true, sublayers: region.player.layers)
      })
  }

  /// Completes once all regions have a picture, perhaps immediately.
  func prepare(at time: WallTime, completion: @escaping () -> Void) {
    var missing = regions.count
    guard missing > 0 else { return completion() }
    for region in regions {
      region.player.start(at: time) {
        missing -= 1
        if missing == 0 { completion() }
      }
    }
  }

  func reconsider(_ paths: Set<String>) {
    for region in regions { region.player.reconsider(paths) }
  }

  var cards: SetupCardState.Demand {
    regions.reduce(SetupCardState.Demand()) { $0.joined(with: $1.player.shown.cards) }
  }

  func report(at time: WallTime) -> [ShownMoment] { regions.flatMap { $0.player.report(at: time) } }

  func stop() {
    for region in regions { region.player.stop() }
  }
}

/// The frame of a region, with its edges on whole pixels, and the geometry of its content.
nonisolated struct RegionPlace: Hashable {
  /// In points of the layout.
  let frame: PointRect
  /// The geometry of the region alone: upright, and as large as its frame.
  let geometry: OutputGeometry

  init(_ region: LayoutRegion, of layout: LayoutDescription, in geometry: OutputGeometry) {
    let (all, density) = (geometry.uprightPixels, geometry.pixelsPerPoint)
    let shorter = min(geometry.size.width, geometry.size.height)
    func edges(_ start: Double, _ length: Double, of side: Int, density: Double) -> (first: Int, count: Int) {
      func pixels(_ distance: LayoutDistance) -> Int { distance.pixels(of: Self.pixels(1, of: shorter * density)) }
      let (margin, gap) = (pixels(layout.margin), pixels(layout.gap))
      let area = max(0, side - 2 * margin)
      var (first, end) = (Self.pixels(start, of: Double(area)), Self.pixels(start + length, of: Double(area)))
      // Each edge within the area loses half of the gap, so that regions that touch have the whole gap between them.
      if first > 0 { first += gap / 2 }
      if end < area { end -= gap - gap / 2 }
      return (margin + first, max(0, end - first))
    }
    let (columns, rows) = (
      edges(region.x, region.width, of: all.width, density: density.horizontal),
      edges(region.y, region.height, of: all.height, density: density.vertical)
    )
    let rect = PixelRect(x: columns.first, y: rows.first, width: columns.count, height: rows.count)
    frame = PointRect(rect, density)
    // If the picture is turned by 90 degrees, a pixel's width and height change places in the upright picture.
    self.geometry = OutputGeometry(
      mode: rect.size, pixelAspectRatio: density.vertical / density.horizontal, scale: density.vertical)
  }

  private static func pixels(_ share: Double, of side: Double) -> Int {
    guard share.isFinite, side.isFinite else { return 0 }
    return Int((min(max(share, 0), 1) * min(max(side, 0), 1e8)).rounded())
  }
}
