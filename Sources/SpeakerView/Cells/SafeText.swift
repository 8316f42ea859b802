/// Texts from slides, notes and messages, made safe for a terminal.
public enum SafeText {
  /// A text on one line: what would control a terminal is replaced by `·`, a tabulator and line breaks by a blank.
  ///
  /// Replaced are C0 and C1 control characters (ECMA-48), and the characters that turn the direction of writing (U+202A to U+202E, U+2066
  /// to U+2069), with which a text can show something else than it says.
  static func line(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return String(text) }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\t" || scalar == "\n" || scalar == "\r" || scalar.value == 0x2028 || scalar.value == 0x2029 {
        if result.last != " " { result.append(" ") }
      } else {
        result.append(isUnsafe(scalar) ? "·" : scalar)
      }
    }
    return String(result)
  }

  /// The same over several lines: line breaks and tabulators stay what they are.
  public static func lines(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isUnsafe($0) && $0 != "\n" && $0 != "\t" }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(isUnsafe(scalar) && scalar != "\n" && scalar != "\t" ? "·" : scalar)
    }
    return String(result)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
