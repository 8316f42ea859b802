internal import DisplayTypes

/// Makes text from outside fit for a message.
package enum Quoting {
  /// The text without what controls something, and with at most 60 characters.
  package static func short(_ text: String) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == 60 { return result + "…" }
      result.unicodeScalars.append(scalar.isControlling ? " " : scalar)
      count += 1
    }
    return result
  }
}
