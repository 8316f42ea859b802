public import DisplayTypes

/// A layer as it is drawn in one frame: on the panel's pixels, animations evaluated, opacity multiplied down.
public struct ResolvedLayer: Equatable, Sendable {
  /// What is drawn; never `.none`.
  public var contents: LayerContents
  /// Where the whole of the contents lies, edges on whole pixels; may reach beyond the panel.
  public var destination: PixelRect
  /// The pixels of `destination` that may be drawn.
  public var clip: PixelRect
  /// The part of a picture that is stretched over `destination`, before the transform.
  public var contentsRect: UnitRect
  /// How a picture is enlarged or reduced.
  public var sampling: Sampling
  /// 0 invisible, 255 opaque.
  public var opacity: UInt8
  /// Whether it is for the main screen alone, as `Layer.isPrivate` of it or of one above it says.
  public var isPrivate: Bool
  /// Whether who sees it could do more than look, as `Layer.isSecret` of it or of one above it says.
  public var isSecret: Bool
  /// The number of the played item that it belongs to, as `Layer.item` of it or of the next one above it says; 0 for none.
  public var item: UInt32

  /// Makes a layer as `LayerTree.resolve` does.
  public init(
    contents: LayerContents, destination: PixelRect, clip: PixelRect, contentsRect: UnitRect, sampling: Sampling,
    opacity: UInt8, isPrivate: Bool = false, isSecret: Bool = false, item: UInt32 = 0
  ) {
    self.contents = contents
    self.destination = destination
    self.clip = clip
    self.contentsRect = contentsRect
    self.sampling = sampling
    self.opacity = opacity
    self.isPrivate = isPrivate
    self.isSecret = isSecret
    self.item = item
  }

  /// The pixels that it may change.
  public var bounds: PixelRect { destination.intersection(clip) }
}
