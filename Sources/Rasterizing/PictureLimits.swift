package import DisplayTypes

/// The limits of pictures and documents, and the bounds of their numbers. Both sides of the socket check them.
package enum PictureLimits {
  /// The longest side that a file may declare, in pixels.
  package static let maximumSide = 65_535
  /// The maximum number of decoded pixels: 256 MiB at four bytes each.
  static let maximumPixels = 1 << 26
  /// The maximum number of pixels that a JPEG may declare. It can be decoded at down to an eighth of its width and height.
  package static let maximumReducedPixels = 1 << 28
  package static let maximumFrames = 1_000
  /// The most bytes of a decoded animation.
  static let maximumAnimationBytes = 1 << 28
  /// The largest SVG file, in bytes. It is limited because the worker reads it whole.
  package static let maximumDrawingBytes = 1 << 26
  /// The largest WebP file, in bytes, for the same reason.
  package static let maximumWebPBytes = 1 << 28
  /// The largest GIF file, in bytes. It is limited because the worker copies it into memory.
  package static let maximumGIFBytes = 1 << 28
  /// The number of times that an animation plays if it ends. The maximum is one more than a GIF file can declare.
  package static let plays = 1...65_536
  package static let frameMilliseconds = 1...600_000
  /// The width of a pixel divided by its height.
  static let pixelAspectRatios = 0.1...10.0
  /// The number of pages of a document, and of a page.
  package static let pages = 1...1_000_000

  package static func allows(_ size: PixelSize) -> Bool {
    let sides = 1...maximumSide
    return sides.contains(size.width) && sides.contains(size.height) && size.width * size.height <= maximumPixels
  }
}
