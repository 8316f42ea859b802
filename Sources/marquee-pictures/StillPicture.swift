internal import DisplayTypes

/// A picture as it was decoded, and what its file says of it.
struct StillPicture {
  /// The pixels, maybe fewer than the file declares: a decoder that can reduces on the way.
  var pixels: PixelImage
  /// The size that the file declares, as it lies there.
  var declared: PixelSize
  var orientation = Orientation.upright
  /// Nil where the colours are sRGB's.
  var profile: ColorProfile?
  /// What is not right about the file, as a sentence for the user; nil if all is well.
  var warning: String?
}
