internal import DisplayTypes
internal import Rasterizing

/// The frames of an animation, each as a whole picture, one after the other.
protocol AnimationFrames: AnyObject {
  /// How many there are.
  var count: Int { get }
  /// How often it is played; nil for ever.
  var plays: Int? { get }
  var canvas: PixelSize { get }
  var profile: ColorProfile? { get }

  /// The next frame; its pixels are valid until the one after it is asked for.
  func next() throws(RasterError) -> AnimationFrame
}
