internal import DisplayTypes

/// Places on the upright picture's pixels, in points: what is laid out by it lies on whole pixels.
nonisolated struct PixelGrid {
  /// Pixels of the upright picture.
  let size: PixelSize
  private let density: (horizontal: Double, vertical: Double)

  init(_ geometry: OutputGeometry) {
    size = geometry.uprightPixels
    density = geometry.pixelsPerPoint
  }

  /// A rectangle of whole pixels, in points.
  func points(_ rect: PixelRect) -> PointRect {
    PointRect(
      x: Double(rect.x) / density.horizontal, y: Double(rect.y) / density.vertical,
      width: Double(rect.width) / density.horizontal, height: Double(rect.height) / density.vertical)
  }

  /// A way of so many columns, in points.
  func points(columns: Int) -> Double { Double(columns) / density.horizontal }
}
