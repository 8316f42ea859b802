internal import DisplayTypes

nonisolated extension Color {
  /// The relative luminance from 0 to 1 (WCAG 2.1), as if it were opaque.
  ///
  /// The curve of sRGB is taken for a square, which is close enough to compare with.
  var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value * value
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
