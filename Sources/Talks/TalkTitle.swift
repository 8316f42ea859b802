internal import DisplayTypes

/// What a document calls itself, as a line of text that can be printed anywhere.
public enum TalkTitle {
  /// The longest, in characters.
  public static let longest = 200

  /// Takes out what is no text: control characters, line ends and what turns the direction of writing become a space, of several spaces
  /// one stays, and of a long title the beginning.
  public static func cleaned(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      let isSpace = scalar.isControlling || scalar.properties.isWhitespace
      if !isSpace {
        line.unicodeScalars.append(scalar)
      } else if !line.isEmpty, line.unicodeScalars.last != " " {
        line.unicodeScalars.append(" ")
      }
      if line.unicodeScalars.count > 8 * longest { break }
    }
    if line.count > longest { line = line.prefix(longest - 1) + "…" }
    while line.unicodeScalars.last == " " { line.unicodeScalars.removeLast() }
    return line
  }
}
