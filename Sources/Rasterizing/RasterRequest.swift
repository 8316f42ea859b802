/// What is asked of the rasteriser.
public enum RasterRequest: Hashable, Sendable {
  /// A text that becomes a picture.
  case text(TextRasterRequest)
  /// Pixels that become a PNG file.
  case png(PNGRequest)

  /// Fails where the rasteriser would refuse it.
  public func validate() throws(RasterError) {
    switch self {
    case .text(let request): try request.validate()
    case .png(let request): try request.validate()
    }
  }
}
