/// Whoever turns files into pictures: one worker a document, each in a process of its own.
///
/// Belongs to one thread, on which it also calls back. A completion is called once, in a later turn of the event loop, unless the
/// ticket is cancelled first.
public protocol DocumentRasterizer: AnyObject {
  /// Decodes a picture.
  @discardableResult
  func decode(
    _ request: ImageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
  ) -> RasterTicket

  /// Draws a page.
  @discardableResult
  func draw(
    _ request: PageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
  ) -> RasterTicket

  /// Looks how many pages a document has.
  @discardableResult
  func countPages(
    of file: MediaFile, completion: @escaping (Result<Int, RasterError>) -> Void
  ) -> RasterTicket

  /// Reads what some pages say in words; everything else that is wanted of the document goes first.
  @discardableResult
  func readTexts(
    _ request: PageTextRequest, completion: @escaping (Result<PageTexts, RasterError>) -> Void
  ) -> RasterTicket
}
