/// What a screenshot was read from.
public enum ScreenshotSource: String, Codable, Hashable, Sendable {
  /// The daemon's own framebuffer: what it asked the device to show.
  case framebuffer
  /// A writeback connector: what the device composed.
  case writeback
  /// A framebuffer whose checksum the device confirmed (CRC of the CRTC).
  case crc
  /// No framebuffer: no display is connected, and the picture was drawn for the screenshot.
  case layers
}
