internal import DisplayTypes
internal import Rasterizing

/// The frames of an animation side by side, within a limit of bytes. If the frames are too large at their final size, they are reduced,
/// down to half their own size. If they are still too large, the last frames are left out.
struct AnimationSheet {
  let frameSize: PixelSize
  let count: Int
  let columns: Int

  var size: PixelSize {
    PixelSize(width: columns * frameSize.width, height: (count + columns - 1) / columns * frameSize.height)
  }

  /// - Parameters:
  ///   - shown: the final size of a frame.
  ///   - own: its size in the file.
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
    // Choose columns so that the last row has few empty places.
    let rows = (count + across - 1) / across
    columns = (count + rows - 1) / rows
  }
}

/// The frames of an animation, each as a whole picture, in their order.
protocol AnimationFrames: AnyObject {
  var count: Int { get }
  /// The number of times that the animation plays; nil for ever.
  var plays: Int? { get }
  var canvas: PixelSize { get }
  var profile: ColorProfile? { get }

  /// Decodes the next frame, whose pixels are valid until the next call.
  func next() throws(RasterError) -> (pixels: PixelImage, milliseconds: Int)
}
