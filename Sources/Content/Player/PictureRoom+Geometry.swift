internal import DisplayTypes
internal import Rasterizing

nonisolated extension PictureRoom {
  /// All of a geometry.
  init(_ geometry: OutputGeometry, _ fit: ImageFit) {
    let density = geometry.pixelsPerPoint
    self.init(size: geometry.uprightPixels, pixelAspectRatio: density.vertical / density.horizontal, fit: fit)
  }
}
