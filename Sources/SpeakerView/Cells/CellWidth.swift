internal import CTerminal
internal import DisplayTypes
internal import Glibc

/// The number of columns of characters (wcwidth(3)). It uses glibc's table in the locale `C.UTF-8`, independent of the user's language.
/// Terminals follow the same standard (UAX 11). But some do not combine emoji from several scalars, so writers place the cursor again after
/// each doubtful cell (`Cell.isDoubtful`).
enum CellWidth {
  /// Columns of a character: 0, 1 or 2. Control characters have no width. Replace them first (`SafeText`).
  static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii >= 0x20 && ascii != 0x7F ? 1 : 0 }
    var width = 0
    for scalar in character.unicodeScalars {
      // The variation selector for emoji (U+FE0F) makes a character two columns wide.
      if scalar.value == 0xFE0F, width == 1, character.unicodeScalars.first?.properties.isEmoji == true { return 2 }
      width = max(width, of(scalar))
    }
    return width
  }

  static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    guard hasLocale else { return scalar.properties.generalCategory == .nonspacingMark ? 0 : 1 }
    // Most terminals draw unknown characters as one column.
    let width = marquee_columns(scalar.value)
    return width < 0 ? 1 : Int(width)
  }

  /// Sets the process's locale once, for characters only.
  private static let hasLocale = unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil
}

/// Texts from slides, notes and messages, made safe for a terminal: `·` replaces control characters (`isControlling`).
package enum SafeText {
  /// A text on one line: a blank replaces tabulators and line breaks.
  static func line(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: \.isControlling) else { return String(text) }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t", "\n", "\r", "\u{2028}", "\u{2029}": if result.last != " " { result.append(" ") }
      default: result.append(scalar.isControlling ? "·" : scalar)
      }
    }
    return String(result)
  }

  /// A text on several lines. Line breaks and tabulators stay.
  package static func lines(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(scalar.isControlling && scalar != "\n" && scalar != "\t" ? "·" : scalar)
    }
    return String(result)
  }
}
