internal import ControlProtocol

/// Places in a JSON text, for messages.
enum JSONLine {
  /// The line of the first place at which a name stands.
  static func first(saying name: String, in text: String) -> Int? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.firstIndex { $0.contains("\"\(name)\"") }.map { $0 + 1 }
  }

  /// The line of which the parser says that it is the first wrong one; nil where it says none.
  static func first(wrongIn text: String) -> Int? {
    do throws(ControlError) {
      _ = try ControlJSON.decode(JSONValue.self, from: Array(text.utf8))
      return nil
    } catch {
      guard let place = error.description.firstRange(of: "line ") else { return nil }
      return Int(error.description[place.upperBound...].prefix { $0.isNumber })
    }
  }
}
