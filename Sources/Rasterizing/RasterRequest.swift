/// What is asked of the rasteriser.
public enum RasterRequest: Hashable, Sendable {
  /// A text that becomes a picture.
  case text(TextRasterRequest)
  /// Pixels that become a PNG file.
  case png(PNGRequest)
  /// A file that becomes a picture, or of which something is to be known.
  case document(DocumentRequest)
  /// A text that becomes a code for cameras.
  case code(CodeRasterRequest)

  /// Fails where the rasteriser would refuse it.
  public func validate() throws(RasterError) {
    switch self {
    case .text(let request): try request.validate()
    case .png(let request): try request.validate()
    case .document(let request): try request.validate()
    case .code(let request): try request.validate()
    }
  }
}
