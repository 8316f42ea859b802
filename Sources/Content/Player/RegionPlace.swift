internal import DisplayTypes

/// Where a region is, its edges on whole pixels, and what its content is laid out for.
nonisolated struct RegionPlace: Hashable {
  /// In points of the layout.
  let frame: PointRect
  /// Of the region alone: upright, and as large as its frame.
  let geometry: OutputGeometry

  init(_ region: LayoutRegion, in geometry: OutputGeometry) {
    let (all, density) = (geometry.uprightPixels, geometry.pixelsPerPoint)
    let left = Self.pixels(region.x, of: all.width)
    let top = Self.pixels(region.y, of: all.height)
    let rect = PixelRect(
      x: left, y: top, width: Self.pixels(region.x + region.width, of: all.width) - left,
      height: Self.pixels(region.y + region.height, of: all.height) - top)
    frame = PointRect(rect, density)
    // Upright, a pixel of a turned picture lies on its side.
    self.geometry = OutputGeometry(
      mode: rect.size, pixelAspectRatio: density.vertical / density.horizontal, scale: density.vertical)
  }

  private static func pixels(_ share: Double, of side: Int) -> Int {
    guard share.isFinite else { return 0 }
    return Int((min(max(share, 0), 1) * Double(side)).rounded())
  }
}
