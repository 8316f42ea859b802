internal import ContentModel

/// Explains an error of libyaml from the text around its place. libyaml names the broken rule, not the mistake.
struct YAMLExplanation {
  /// The error in the words of libyaml.
  struct Failure {
    let problem: String
    let mark: ValueMark
    let context: String
    let contextMark: ValueMark
  }

  /// The error in our words.
  struct Mistake {
    let mark: ValueMark
    let problem: String
    var expected = ""
    var hint = ""
  }

  private let failure: Failure
  private let lines: [YAMLLine]

  init(_ failure: Failure, in bytes: [UInt8]) {
    self.failure = failure
    let last = max(1, failure.mark.line)
    lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: last, omittingEmptySubsequences: false).prefix(last)
      .enumerated().map { YAMLLine($0.element, number: $0.offset + 1) }
  }

  var mistake: Mistake { tab ?? comment ?? openQuote ?? openBracket ?? indentation ?? textAfterQuote ?? brokenRule }

  /// The line of the failure; nil after the last line.
  private var line: YAMLLine? { line(failure.mark.line) }

  private func line(_ number: Int) -> YAMLLine? {
    lines.indices.contains(number - 1) ? lines[number - 1] : nil
  }

  private var tab: Mistake? {
    guard let line, line.isIndentedByTab else { return nil }
    return Mistake(
      mark: failure.mark, problem: "the line is indented with a tab", hint: "indent with spaces, YAML takes no tabs")
  }

  private var isInBraces: Bool { failure.context.hasPrefix("while parsing a flow") }

  /// A comment inside braces, which hides the closing brace, as `{ color: #102030 }`.
  private var comment: Mistake? {
    guard isInBraces else { return nil }
    // The context of a flow node is the place of the failure itself.
    let first = failure.context == "while parsing a flow node" ? 1 : failure.contextMark.line
    for line in lines.reversed() where line.number >= first {
      guard let comment = line.comment, let next = comment.text.dropFirst().first, next != UInt8(ascii: " "),
        let bracket = comment.text.first(where: { "}],".utf8.contains($0) })
      else { continue }
      let word = String(decoding: comment.text.prefix { !" ,}]".utf8.contains($0) }, as: UTF8.self)
      return Mistake(
        mark: ValueMark(line: line.number, column: comment.column),
        problem: "the # begins a comment here, so that the \(Character(UnicodeScalar(bracket))) behind it is not read",
        hint: "put the value in quotes" + (comment.isValue ? ", as \"\(Quoting.short(word))\"" : ""))
    }
    return nil
  }

  private var openQuote: Mistake? {
    guard failure.context == "while scanning a quoted scalar", failure.problem == "found unexpected end of stream"
    else { return nil }
    return Mistake(
      mark: failure.contextMark, problem: "the text in quotes that begins here has no end",
      hint: "add the same quote behind the text")
  }

  private var openBracket: Mistake? {
    guard isInBraces, failure.problem.hasPrefix("did not find expected ',' or") else { return nil }
    let isList = failure.problem.hasSuffix("']'")
    let (open, close) = isList ? ("[", "]") : ("{", "}")
    let place = "line \(failure.contextMark.line), column \(failure.contextMark.column)"
    return Mistake(
      mark: failure.mark, problem: "the \(open) in \(place) is not closed before this place",
      expected: "a comma or \(close)")
  }

  /// A line with an indentation that no line above has, or that continues the value above it.
  private var indentation: Mistake? {
    guard let line, let previous = linesAbove(line).first else { return nil }
    let continues =
      failure.problem.hasPrefix("mapping values are not allowed") && line.firstColon == failure.mark.column
    let endsBlock = failure.problem.hasPrefix("did not find expected") && line.indent == failure.mark.column - 1
    guard continues || endsBlock else { return nil }
    if continues, previous.firstColon == nil {
      return Mistake(
        mark: ValueMark(line: previous.number, column: previous.keyIndent + 1),
        problem: "the line has no colon with a space behind it", expected: "a key and its value, as \"key: value\"")
    }
    let levels = levels(above: line)
    guard !levels.isEmpty, !levels.contains(where: { $0.indent == line.indent }) else { return nil }
    let deeper = levels.filter { $0.indent > line.indent }.min { $0.indent < $1.indent }
    let shallower = levels.filter { $0.indent < line.indent }.max { $0.indent < $1.indent }
    let expected = [deeper, shallower].compactMap { level in level.map { "\($0.indent) (as in line \($0.line))" } }
    return Mistake(
      mark: ValueMark(line: line.number, column: line.indent + 1),
      problem: "the line is indented by \(line.indent) \(line.indent == 1 ? "space" : "spaces")",
      expected: expected.joined(separator: " or "))
  }

  /// The lines above a line that are not blank, the nearest first.
  private func linesAbove(_ line: YAMLLine) -> [YAMLLine] {
    lines.prefix(line.number - 1).reversed().filter { !$0.isBlank }
  }

  /// The indentations of the blocks that are open at a line: lists for a list item, otherwise mappings.
  private func levels(above line: YAMLLine) -> [(indent: Int, line: Int)] {
    var (keys, hyphens): ([(indent: Int, line: Int)], [(indent: Int, line: Int)]) = ([], [])
    var least = Int.max
    for other in linesAbove(line) where other.indent < least {
      if other.keyIndent < least { keys.append((other.keyIndent, other.number)) }
      if other.isItem { hyphens.append((other.indent, other.number)) }
      least = other.indent
      if least == 0 { break }
    }
    return line.isItem && !hyphens.isEmpty ? hyphens : keys
  }

  private var textAfterQuote: Mistake? {
    guard failure.problem == "did not find expected key", let line, line.endsQuote(before: failure.mark.column) else {
      return nil
    }
    return Mistake(
      mark: failure.mark, problem: "there is more behind the text in quotes", hint: "put all of it in quotes")
  }

  private var brokenRule: Mistake {
    let texts = [failure.context, failure.problem]
    let known = Self.rules.first { rule in texts.contains { $0.hasPrefix(rule.beginning) } }
    let unknown = "this breaks a rule of YAML; check indentation, colons and quotes of this line and the one above"
    return Mistake(mark: failure.mark, problem: known?.text ?? unknown)
  }

  /// The beginnings of libyaml's messages, with our explanations.
  private static let rules: [(beginning: String, text: String)] = [
    ("found character that", "no value begins with this character; put a value that begins so in quotes"),
    (
      "mapping values are not allowed",
      "there is a colon too many; put a text that has a colon and a space in it in quotes"
    ),
    ("block sequence entries", "no list can begin here; begin it below its key, or put a text with - in quotes"),
    ("mapping keys are not allowed", "a ? is not allowed here; put a text that begins with ? in quotes"),
    ("could not find expected ':'", "the line has no colon with a space behind it; write it as \"key: value\""),
    ("did not find expected key", "there is no key; indent the line as the keys above, and write \"key: value\""),
    (
      "did not find expected '-'",
      "there is no item; indent the line as the items above, and begin it with - and a space"
    ),
    ("did not find expected node", "there is no value; add it, or put a text of such characters in quotes"),
    ("while scanning an a", "no name follows & or *; put a text that begins with & or * in quotes"),
    ("while scanning a tag", "no tag follows !; put a text that begins with ! in quotes"),
    ("found undefined tag", "the tag is unknown; remove it, or put a text that begins with ! in quotes"),
    ("while scanning a block scalar", "no text follows | or >; begin it on the next line, indented with spaces"),
    ("while parsing a quoted", "the \\ begins no character of YAML; write \\\\ for a backslash, or use single quotes"),
    ("found unexpected document", "the text in quotes has a line with --- or ...; end it before that line"),
    ("found a tab character", "a tab is in the place of spaces; indent with spaces, YAML takes no tabs"),
  ]
}

/// A line of a YAML file as a reader sees it.
struct YAMLLine {
  /// From 1.
  let number: Int
  /// The number of spaces at its beginning.
  let indent: Int
  /// Whether the line is empty or has only a comment.
  let isBlank: Bool
  /// Whether the line begins with the hyphen of a list.
  let isItem: Bool
  /// The indentation of its first key, which may follow a hyphen.
  let keyIndent: Int
  let isIndentedByTab: Bool
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>, number: Int) {
    self.number = number
    self.bytes = bytes
    indent = bytes.prefix { $0 == UInt8(ascii: " ") }.count
    isIndentedByTab = bytes.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.contains(UInt8(ascii: "\t"))
    var rest = bytes.dropFirst(indent)
    isBlank = rest.allSatisfy { $0 == UInt8(ascii: "\r") } || rest.first == UInt8(ascii: "#")
    isItem = rest.starts(with: "- ".utf8) || rest.elementsEqual("-".utf8)
    var column = indent
    while rest.starts(with: "- ".utf8) {
      let spaces = rest.dropFirst().prefix { $0 == UInt8(ascii: " ") }.count
      rest = rest.dropFirst(1 + spaces)
      column += 1 + spaces
    }
    keyIndent = column
  }

  struct Comment {
    /// The text from its `#` on.
    var text: ArraySlice<UInt8>
    /// The column of the `#`, counted from 1 in characters.
    var column: Int
    /// Whether it stands in the place of a value.
    var isValue: Bool
  }

  var comment: Comment? {
    var quote: UInt8?
    var last = UInt8(ascii: " ")
    var column = 0
    for (index, byte) in zip(bytes.indices, bytes) {
      if byte & 0xC0 != 0x80 { column += 1 }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), " :,[{-".utf8.contains(last) {
        quote = byte
      } else if byte == UInt8(ascii: "#"), last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
        let before = bytes[..<index].last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return Comment(text: bytes[index...], column: column, isValue: before.map(":,[{".utf8.contains) ?? true)
      }
      last = byte
    }
    return nil
  }

  /// The column of the first colon before a space or the end of the line; nil if there is none.
  var firstColon: Int? {
    var column = 0
    for (index, byte) in zip(bytes.indices, bytes) {
      if byte & 0xC0 != 0x80 { column += 1 }
      guard byte == UInt8(ascii: ":") else { continue }
      let next = bytes[(index + 1)...].first ?? UInt8(ascii: " ")
      if next == UInt8(ascii: " ") || next == UInt8(ascii: "\r") { return column }
    }
    return nil
  }

  /// Whether a quote stands before a column, with only spaces between them.
  func endsQuote(before column: Int) -> Bool {
    let text = bytes.prefix(max(0, column - 1)).reversed().drop { $0 == UInt8(ascii: " ") }
    return text.first == UInt8(ascii: "\"") || text.first == UInt8(ascii: "'")
  }
}
