public import DisplayTypes

/// The room that a picture gets: upright, in the panel's pixels.
public struct PictureRoom: Hashable, Sendable {
  /// Pixels.
  public var size: PixelSize
  /// How wide a pixel is, measured in its height: 1 for square ones.
  public var pixelAspectRatio: Double
  /// How the picture is brought into it.
  public var fit: ImageFit

  /// Makes a room.
  public init(size: PixelSize, pixelAspectRatio: Double = 1, fit: ImageFit = .fit) {
    self.size = size
    self.pixelAspectRatio = pixelAspectRatio
    self.fit = fit
  }
}
