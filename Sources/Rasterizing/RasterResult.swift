/// What comes back from the rasteriser.
public enum RasterResult: Sendable {
  /// For a text.
  case picture(RasterPicture)
  /// For a PNG: the file.
  case file(MemoryFile)
}
