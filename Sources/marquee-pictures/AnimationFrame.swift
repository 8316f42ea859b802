/// One frame of an animation.
struct AnimationFrame {
  /// They may be the decoder's own: the next frame is written over them.
  var pixels: PixelImage
  /// How long it is shown, as the file says it.
  var milliseconds: Int
}
