/// An sRGB colour with straight (not premultiplied) alpha, eight bits a channel.
public struct Color: Hashable, Sendable {
  /// From 0 to 255.
  public var red: UInt8
  /// From 0 to 255.
  public var green: UInt8
  /// From 0 to 255.
  public var blue: UInt8
  /// From 0, which cannot be seen, to 255, through which nothing can.
  public var alpha: UInt8

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
  /// The invisible colour.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Parses `#rgb`, `#rrggbb` or `#rrggbbaa`; nil for anything else.
  public init?(_ text: String) {
    var digits: [UInt8] = []
    guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count <= 9 else { return nil }
    for unit in text.utf8.dropFirst() {
      switch unit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(unit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(unit - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digits.append(unit - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    switch digits.count {
    case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
    case 6:
      self.init(red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3], blue: digits[4] << 4 | digits[5])
    case 8:
      self.init(
        red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3], blue: digits[4] << 4 | digits[5],
        alpha: digits[6] << 4 | digits[7])
    default: return nil
    }
  }

  /// `#rrggbb`, or `#rrggbbaa` if it is not opaque.
  public var hexadecimal: String {
    var text = "#"
    for channel in alpha == 255 ? [red, green, blue] : [red, green, blue, alpha] {
      if channel < 16 { text += "0" }
      text += String(channel, radix: 16)
    }
    return text
  }

  /// The pixel as DRM's `XRGB8888`/`ARGB8888` word, colour premultiplied by alpha.
  public var premultipliedARGB: UInt32 {
    func scaled(_ channel: UInt8) -> UInt32 {
      (UInt32(channel) * UInt32(alpha) + 127) / 255
    }
    return UInt32(alpha) << 24 | scaled(red) << 16 | scaled(green) << 8 | scaled(blue)
  }
}
