internal import DisplayTypes

/// Texts from slides, notes and messages, made safe for a terminal.
public enum SafeText {
  /// A text on one line: a tabulator and line breaks are replaced by a blank, and what controls something (`isControlling`) by `·`.
  static func line(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: \.isControlling) else { return String(text) }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\t" || scalar == "\n" || scalar == "\r" || scalar.value == 0x2028 || scalar.value == 0x2029 {
        if result.last != " " { result.append(" ") }
      } else {
        result.append(scalar.isControlling ? "·" : scalar)
      }
    }
    return String(result)
  }

  /// The same over several lines: line breaks and tabulators stay what they are.
  public static func lines(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.isControlling && $0 != "\n" && $0 != "\t" }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(scalar.isControlling && scalar != "\n" && scalar != "\t" ? "·" : scalar)
    }
    return String(result)
  }
}
