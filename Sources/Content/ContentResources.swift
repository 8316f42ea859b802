public import Rasterizing

/// What contents are made with, shared by all scenes.
public struct ContentResources {
  /// Draws texts.
  public var rasterizer: any Rasterizer
  /// Decodes pictures and draws pages.
  public var documents: any DocumentRasterizer
  /// The files.
  public var media: any MediaLibrary
  /// The time of day.
  public var clock: any ContentClock

  /// Makes a set.
  public init(
    rasterizer: any Rasterizer, documents: any DocumentRasterizer, media: any MediaLibrary, clock: any ContentClock
  ) {
    self.rasterizer = rasterizer
    self.documents = documents
    self.media = media
    self.clock = clock
  }
}
