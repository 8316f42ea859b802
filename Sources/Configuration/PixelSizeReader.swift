public import DisplayTypes

/// Reads a picture's size, as `640x480`.
public struct PixelSizeReader {
  /// The longest side: a text of that size is 256 MiB of pixels, and no screen is larger.
  static let maximum = 8192
  /// What would be one.
  public static let expected = "WIDTHxHEIGHT in pixels, as 640x480, each from 1 to \(maximum)"

  static func read(from section: ConfigurationSection) -> Sourced<PixelSize>? {
    section.value("size", what: "a size", expected: expected, read: size)
  }

  /// The size that a text says; nil where it is none.
  public static func size(_ text: String) -> PixelSize? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map(side)
    guard sides.count == 2, let width = sides.first ?? nil, let height = sides.last ?? nil else { return nil }
    return PixelSize(width: width, height: height)
  }

  private static func side(_ text: Substring) -> Int? {
    guard let number = UInt16(text), (1...maximum).contains(Int(number)), !text.hasPrefix("+") else { return nil }
    return Int(number)
  }
}
