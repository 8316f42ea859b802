/// Whoever turns text into pictures and pixels into files.
///
/// Belongs to one thread, on which it also calls back.
public protocol Rasterizer: AnyObject {
  /// Asks for a picture. `completion` is called once, in a later turn of the event loop, unless the ticket is cancelled first.
  @discardableResult
  func rasterize(
    _ request: RasterRequest, completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) -> RasterTicket
}
