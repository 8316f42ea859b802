/// An sRGB colour with straight (not premultiplied) alpha and eight bits for each channel.
public struct Color: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  /// From 0, invisible, to 255, opaque.
  package var alpha: UInt8

  /// Makes a colour; opaque by default.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 255, green: 255, blue: 255)
  /// Invisible black.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// The expected form of a colour, for messages.
  package static let expected = "a name as tomato, or \"#rgb\", \"#rrggbb\" or \"#rrggbbaa\""

  /// Parses `#rgb`, `#rrggbb`, `#rrggbbaa` or a name of CSS; nil for anything else.
  package init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "#") else {
      guard let color = ColorNames.color(text) else { return nil }
      self = color
      return
    }
    guard text.utf8.count <= 9 else { return nil }
    let digits = text.dropFirst().compactMap(\.hexDigitValue).map { UInt8(truncatingIfNeeded: $0) }
    // `hexDigitValue` also accepts full-width digits, which have three bytes each.
    guard digits.count == text.utf8.count - 1 else { return nil }
    let pairs = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    switch digits.count {
    case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
    case 6: self.init(red: pairs[0], green: pairs[1], blue: pairs[2])
    case 8: self.init(red: pairs[0], green: pairs[1], blue: pairs[2], alpha: pairs[3])
    default: return nil
    }
  }

  /// `#rrggbb`, or `#rrggbbaa` if it is not opaque.
  package var hexadecimal: String {
    var text = "#"
    for channel in alpha == 255 ? [red, green, blue] : [red, green, blue, alpha] {
      if channel < 16 { text += "0" }
      text += String(channel, radix: 16)
    }
    return text
  }

  /// The pixel as a word of DRM's `XRGB8888` or `ARGB8888`, with the colour premultiplied by alpha.
  package var premultipliedARGB: UInt32 {
    func scaled(_ channel: UInt8) -> UInt32 { (UInt32(channel) * UInt32(alpha) + 127) / 255 }
    return UInt32(alpha) << 24 | scaled(red) << 16 | scaled(green) << 8 | scaled(blue)
  }
}
