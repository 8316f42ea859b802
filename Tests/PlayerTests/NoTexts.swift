import Rasterizing

/// Draws no text.
final class NoTexts: Rasterizer {
  func rasterize(
    _ request: RasterRequest, completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) -> RasterTicket {
    completion(.failure(.noFonts))
    return RasterTicket {}
  }
}
