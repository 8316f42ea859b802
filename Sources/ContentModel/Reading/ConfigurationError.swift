package import DisplayTypes

/// One mistake in a configuration file: the place, the problem, the expected value and the remedy.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake, which decides the error reply to a message.
  package enum Fault: Hashable, Sendable {
    /// An unknown key, or a value of the wrong kind.
    case parameter
    case missing(String)
    case value(String)
    /// A text is too long; the numbers are bytes.
    case tooLong(Int, limit: Int)
    /// Values that cannot be combined.
    case other
  }

  package var location: SourceLocation
  /// Such as `screens[1].rotation`, with lists counted from 0; empty for the file itself.
  package var keyPath: String
  /// Such as ""45" is not a rotation".
  package var problem: String
  /// The expected value; empty if the problem names it.
  package var expected: String
  /// The remedy; empty if it is obvious.
  package var hint: String
  package var fault: Fault

  package init(
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

/// The mistakes in a configuration file, at least one, in order of their lines.
public struct ConfigurationErrors: Error, Hashable, Sendable, CustomStringConvertible {
  package var errors: [ConfigurationError]
  /// The number of errors that exceed `limit`.
  package let leftOut: Int

  package init(_ errors: [ConfigurationError]) {
    let sorted = errors.sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
    self.errors = Array(sorted.prefix(Self.limit))
    leftOut = max(0, errors.count - Self.limit)
  }

  package static let limit = 50

  /// One line for each error, followed by the number of omitted errors.
  package var lines: [String] {
    var lines = errors.map(\.description)
    if leftOut > 0 {
      lines.append("and \(leftOut) more error\(leftOut == 1 ? "" : "s"): \(errors.count + leftOut) in all")
    }
    return lines
  }

  /// All lines.
  public var description: String { lines.joined(separator: "\n") }
}

/// Collects mistakes while a file is read, so that one run reports all of them.
package final class ErrorList {
  package let file: String
  package private(set) var errors: [ConfigurationError] = []

  package init(file: String) { self.file = file }

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

  package func add(_ error: ConfigurationError) { errors.append(error) }
}

package enum NearestWord {
  /// The candidate with the fewest edits from `word`, ignoring case; nil if no candidate is near. Near means at most `maximum` edits, by
  /// default a third of the candidate's letters. A common beginning of four letters or more is also near.
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

  /// The hint of a message about an unknown word; empty if no candidate is near.
  package static func hint(_ word: String, among candidates: [String]) -> String {
    find(word, among: candidates).map { "did you mean \"\($0)\"?" } ?? ""
  }

  /// The number of insertions, deletions, replacements and exchanges of neighbours (optimal string alignment).
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

/// Prepares outside text for a message.
package enum Quoting {
  /// The first 60 characters at most, without control characters and passwords.
  package static func short(_ text: String) -> String {
    // The cut may remove the end by which a password is found.
    let text = withoutPasswords(text, isOneValue: true)
    if text.utf8.count <= 60 { return whole(text) }
    let start = text.unicodeScalars.prefix(60)
    return whole(String(start)) + (start.endIndex == text.unicodeScalars.endIndex ? "" : "…")
  }

  /// The whole text without control characters and passwords.
  package static func whole(_ text: String) -> String {
    let text = withoutPasswords(text)
    guard text.unicodeScalars.contains(where: \.isControlling) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControlling ? " " : $0 }))
  }

  /// The text with `…` for the name and the password of each address in it. An address may stand in any wrong place of a file.
  ///
  /// - Parameter isOneValue: whether spaces and quotes are parts of an address.
  private static func withoutPasswords(_ text: String, isOneValue: Bool = false) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    var (rest, clean) = (Array(text.utf8)[...], [UInt8]())
    while let start = rest.indices.first(where: { rest[$0...].starts(with: ":/".utf8) }) {
      let run = rest[start...].prefix { isOneValue || $0 > 0x20 && !"\"'<>`".utf8.contains($0) }
      let host = run.drop { ":/".utf8.contains($0) }
      clean += rest[..<host.startIndex]
      rest = rest[host.startIndex...]
      // A path that was made of an address has one slash. An at sign in another path is no mark of a password.
      guard let at = host.lastIndex(of: UInt8(ascii: "@")),
        run.starts(with: "://".utf8) || host[..<at].contains(UInt8(ascii: ":"))
      else { continue }
      clean += "…".utf8
      rest = rest[at...]
    }
    return String(decoding: clean + rest, as: UTF8.self)
  }
}
