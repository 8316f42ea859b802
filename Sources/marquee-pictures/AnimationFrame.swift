/// One frame of an animation.
struct AnimationFrame {
  var pixels: PixelImage
  /// How long it is shown, as the file says it.
  var milliseconds: Int
}
