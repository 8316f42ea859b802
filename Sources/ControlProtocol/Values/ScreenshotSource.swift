/// What a screenshot was read from.
public enum ScreenshotSource: String, Codable, Hashable, Sendable {
  /// The daemon's own framebuffer: what it asked the device to show.
  case framebuffer
  /// The picture was drawn for the screenshot: no display is connected, or a small picture was asked for.
  case layers
}
