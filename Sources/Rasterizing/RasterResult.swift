/// What comes back from the rasteriser.
public enum RasterResult: Sendable {
  /// For a text or a code.
  case picture(RasterPicture)
  /// For a PNG: the file.
  case file(MemoryFile)
  /// For a picture file or a page.
  case image(RasterImage)
  /// For a document: how many it has.
  case pageCount(Int)
}
