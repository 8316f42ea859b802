public import DisplayTypes

/// One thing that is wrong in a configuration file: where, what, what was expected and what to do.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it is: messages are answered by that.
  public enum Fault: Hashable, Sendable {
    /// A key is unknown, or its value is of the wrong kind.
    case parameter
    /// That key is missing.
    case missing(String)
    /// A value that makes no sense here.
    case value(String)
    /// A text of so many bytes.
    case tooLong(Int, limit: Int)
    /// Things that do not go together.
    case other
  }

  /// Where it stands.
  public var location: SourceLocation
  /// The key's path, as `screens[1].rotation` (lists count from 0); empty where the file itself is meant.
  public var keyPath: String
  /// What is wrong, as "“45” is not a rotation".
  public var problem: String
  /// What would have been right; empty where the problem says it.
  public var expected: String
  /// What to do; empty where that is plain.
  public var hint: String
  /// What kind of mistake it is.
  public var fault: Fault

  /// Makes an error from its parts.
  public init(
    location: SourceLocation, keyPath: String, problem: String, expected: String = "", hint: String = "",
    fault: Fault = .other
  ) {
    self.location = location
    self.keyPath = keyPath
    self.problem = problem
    self.expected = expected
    self.hint = hint
    self.fault = fault
  }

  /// `FILE:LINE:COLUMN: KEY: PROBLEM; expected EXPECTED; HINT`.
  public var description: String {
    var text = "\(location.file):\(location.line):\(location.column): "
    if !keyPath.isEmpty { text += "\(keyPath): " }
    text += problem
    if !expected.isEmpty { text += "; expected \(expected)" }
    if !hint.isEmpty { text += "; \(hint)" }
    return Quoting.whole(text)
  }
}

/// Everything that is wrong in a configuration file, in the order of its lines.
///
/// Never empty.
public struct ConfigurationErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// The errors; at most `limit` of them.
  public var errors: [ConfigurationError]
  /// How many more there are.
  public let leftOut: Int

  /// Makes a list; it is cut off after `limit`.
  public init(_ errors: [ConfigurationError]) {
    let sorted = errors.enumerated().sorted { left, right in
      (left.element.location.line, left.element.location.column, left.offset)
        < (right.element.location.line, right.element.location.column, right.offset)
    }
    self.errors = sorted.prefix(Self.limit).map(\.element)
    leftOut = max(0, errors.count - Self.limit)
  }

  /// As many as somebody will read.
  public static let limit = 50

  /// One line an error, and at the end how many are left out.
  public var lines: [String] {
    var lines = errors.map(\.description)
    if leftOut > 0 {
      lines.append("and \(leftOut) more error\(leftOut == 1 ? "" : "s"): \(errors.count + leftOut) in all")
    }
    return lines
  }

  /// The lines as one text.
  public var description: String { lines.joined(separator: "\n") }
}

/// Collects what is wrong while a file is read, so that one run names everything.
package final class ErrorList {
  package let file: String
  package private(set) var errors: [ConfigurationError] = []

  package init(file: String) {
    self.file = file
  }

  package func location(_ mark: ValueMark) -> SourceLocation {
    SourceLocation(file: file, line: mark.line, column: mark.column)
  }

  package func error(
    _ mark: ValueMark, _ path: String, _ problem: String, expected: String = "", hint: String = "",
    fault: ConfigurationError.Fault = .other
  ) -> ConfigurationError {
    ConfigurationError(
      location: location(mark), keyPath: path, problem: problem, expected: expected, hint: hint, fault: fault)
  }

  package func add(
    _ mark: ValueMark, _ path: String, _ problem: String, expected: String = "", hint: String = "",
    fault: ConfigurationError.Fault = .other
  ) {
    errors.append(error(mark, path, problem, expected: expected, hint: hint, fault: fault))
  }

  package func add(_ error: ConfigurationError) {
    errors.append(error)
  }
}

/// Finds the word that somebody probably meant.
package enum NearestWord {
  /// The candidate with the fewest edits from `word`, case aside; nil where even that is too far.
  ///
  /// Too far is more than `maximum` edits, by default a third of the candidate's letters. A beginning of four letters or more is near.
  package static func find(_ word: String, among candidates: [String], maximum: Int? = nil) -> String? {
    guard word.utf8.count <= 64 else { return nil }
    let typed = Array(word.lowercased())
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased())
      let distance = distance(typed, letters)
      let isBeginning = typed.count >= 4 && letters.starts(with: typed)
      guard isBeginning || distance <= maximum ?? max(1, (letters.count + 1) / 3) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Insertions, deletions, replacements and exchanges of neighbours (optimal string alignment).
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var previous: [Int] = []
    var current = Array(0...right.count)
    for (row, character) in left.enumerated() {
      let older = previous
      previous = current
      current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(previous[column] + (character == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
          cost = min(cost, older[column - 1] + 1)
        }
        current.append(cost)
      }
    }
    return current[right.count]
  }
}

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

  /// All of the text without what controls something, as a path that a message names.
  package static func whole(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isControlling) else { return text }
    var result = ""
    for scalar in text.unicodeScalars { result.unicodeScalars.append(scalar.isControlling ? " " : scalar) }
    return result
  }
}
