internal import DisplayTypes
internal import Rasterizing

/// How the frames of an animation are laid side by side, within the bytes that they may take.
///
/// Frames that are too many to be kept at the size at which they are shown are kept smaller, down to half their own size; those that
/// are still too many are left out at the end.
struct AnimationSheet: Hashable {
  let frameSize: PixelSize
  let count: Int
  let columns: Int

  var size: PixelSize {
    PixelSize(width: columns * frameSize.width, height: (count + columns - 1) / columns * frameSize.height)
  }

  /// - Parameters:
  ///   - shown: the size at which a frame is shown.
  ///   - own: the size that it has in the file.
  init(frames: Int, shown: PixelSize, own: PixelSize, maximumBytes: Int) {
    let wanted = min(max(frames, 1), PictureLimits.maximumFrames)
    let bytes = Double(shown.width) * Double(shown.height) * 4 * Double(wanted)
    let enough = min(1, (Double(maximumBytes) * 0.98 / bytes).squareRoot())
    let coarsest = min(
      1, max(Double(own.width) / Double(shown.width), Double(own.height) / Double(shown.height)) / 2)
    let scale = max(enough, coarsest)
    let frame = PixelSize(
      width: max(1, Int(Double(shown.width) * scale)), height: max(1, Int(Double(shown.height) * scale)))
    let fitting = min(wanted, max(1, maximumBytes / (frame.width * frame.height * 4)))
    let across = max(1, min(fitting, Bitmap.longestSide / frame.width))
    let down = max(1, Bitmap.longestSide / frame.height)
    frameSize = frame
    count = min(fitting, across * down)
    // The last row is filled as far as it goes: as few empty places as can be.
    let rows = (count + across - 1) / across
    columns = (count + rows - 1) / rows
  }
}

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

/// One frame of an animation.
struct AnimationFrame {
  /// They may be the decoder's own: the next frame is written over them.
  var pixels: PixelImage
  /// How long it is shown, as the file says it.
  var milliseconds: Int
}
