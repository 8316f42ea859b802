/// What was read of a frame, from the memory in which it was composed.
public struct CapturedFrame: Hashable, Sendable {
  /// 64 bits over the colours of all pixels, as sixteen hexadecimal digits; empty where some of them are private.
  public var hash: String
  /// The pixels as they are scanned out, with a placeholder for what is private; nil where only the hash was wanted.
  public var pixels: FramePixels?

  /// Makes a capture.
  public init(hash: String, pixels: FramePixels? = nil) {
    self.hash = hash
    self.pixels = pixels
  }
}
