/// Something that code must not contain, and why.
struct SourceRule: Sendable {
  let name: String
  let reason: String
  /// Words that must not be on a line in this order.
  private let patterns: [[Substring]]
  /// Exceptions: targets, files by their path, and folders, which end in `/`.
  let exceptions: Set<String>

  init(_ name: String, _ reason: String, patterns: [String], except exceptions: Set<String> = []) {
    self.name = name
    self.reason = reason
    self.patterns = patterns.map(SourceRule.words)
    self.exceptions = exceptions
  }

  func violations(in file: SourceFile) -> [Violation] {
    guard !exceptions.contains(file.target), !exceptions.contains(file.path),
      !exceptions.contains(where: { $0.hasSuffix("/") && file.path.hasPrefix($0) })
    else { return [] }
    return breaches(in: file)
  }

  /// The places that break the rule, allowed or not.
  func breaches(in file: SourceFile) -> [Violation] {
    file.words.enumerated().filter { isBroken(by: $0.element) }.map {
      Violation(path: file.path, line: $0.offset + 1, problem: "\(name): \(reason)")
    }
  }

  private func isBroken(by words: [Substring]) -> Bool {
    patterns.contains { pattern in
      words.indices.contains { words[$0...].starts(with: pattern) }
    }
  }

  /// A line's names and numbers whole, and every other character by itself.
  static func words(_ line: some StringProtocol) -> [Substring] {
    let text = Substring(line).utf8
    var words: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      var end = rest.index(after: rest.startIndex)
      if isOfName(first) {
        while end < rest.endIndex, isOfName(rest[end]) { end = rest.index(after: end) }
      }
      if first != UInt8(ascii: " ") { words.append(Substring(rest[..<end])) }
      rest = rest[end...]
    }
    return words
  }

  /// Bytes of other scripts count as letters.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
