/// Answers `Screenshot`.
public struct ScreenshotReply: ControlReply, Hashable {
  /// The screen's name.
  public var screen: String
  /// What was read.
  public var source: ScreenshotSource
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// The frame's number on that screen.
  public var sequence: UInt64
  /// The hash of the frame's pixels, as in `PresentedFrame`; empty where some of them are private.
  public var hash: String
  /// The picture as a PNG file, in base64.
  public var png: String

  /// Makes one from its fields.
  public init(
    screen: String, source: ScreenshotSource, width: Int, height: Int, sequence: UInt64, hash: String, png: String
  ) {
    self.screen = screen
    self.source = source
    self.width = width
    self.height = height
    self.sequence = sequence
    self.hash = hash
    self.png = png
  }
}
