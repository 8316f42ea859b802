internal import Rasterizing

/// A decoded picture in the cache; whoever shows it, or is about to, holds it.
final class Picture {
  let image: RasterImage

  init(_ image: RasterImage) {
    self.image = image
  }
}
