package import DisplayTypes

/// One mapping of a file while it is read. It reports unknown keys, and values of the wrong kind.
package struct ConfigurationSection {
  package let path: String
  package let mark: ValueMark
  package let errors: ErrorList
  package let entries: [ValueEntry]
}

extension ConfigurationSection {
  /// Opens a mapping with these keys, or with any keys for nil. Nil after a report, if the node is not a mapping.
  package init?(_ node: ValueNode, path: String, errors: ErrorList, keys: [String]?, expected: String) {
    guard case .mapping(let entries) = node.value else {
      errors.add(node.mark, path, "is \(node.kind)", expected: expected, fault: .parameter)
      return nil
    }
    self.path = path
    mark = node.mark
    self.errors = errors
    self.entries = entries
    guard let keys else { return }
    for entry in entries where !keys.contains(entry.key) {
      errors.add(
        entry.mark, self.path(entry.key), "unknown key \"\(Quoting.short(entry.key))\"",
        expected: "one of \(keys.joined(separator: ", "))", hint: NearestWord.hint(entry.key, among: keys),
        fault: .parameter)
    }
  }

  /// Reports a mistake in a key's value; in the mapping itself if the key is missing.
  package func report(
    _ key: String, _ problem: String, expected: String = "", hint: String = "",
    fault: ConfigurationError.Fault = .other
  ) {
    errors.add(entry(key)?.value.mark ?? mark, path(key), problem, expected: expected, hint: hint, fault: fault)
  }

  package func path(_ key: String) -> String { KeyPaths.join(path, key) }

  package func entry(_ key: String) -> ValueEntry? { entries.first { $0.key == key } }

  /// The text of a key; nil if the key is missing, or after a report if the value is not a text.
  package func text(_ key: String, expected: String) -> Sourced<String>? {
    entry(key).flatMap { text(of: $0.value, path: path(key), expected: expected) }
  }

  /// The text of a node, or a number of a message if `takesNumbers`; nil after a report if there is none.
  package func text(of node: ValueNode, path: String, expected: String, takesNumbers: Bool = false) -> Sourced<String>?
  {
    guard case .scalar(let text, _) = node.value, !node.isNull, node.isText || takesNumbers else {
      // An unquoted # begins a comment, which is the most common cause of an empty value.
      let hint = node.isNull ? "a value that begins with # must be in quotes" : ""
      errors.add(
        node.mark, path, node.isNull ? "has no value" : "is \(node.kind)", expected: expected, hint: hint,
        fault: .parameter)
      return nil
    }
    return Sourced(text, at: errors.location(node.mark))
  }

  /// Converts a key's text into a value; reports `is not WHAT` if `read` returns nil.
  package func value<Value>(_ key: String, what: String, expected: String, read: (String) -> Value?) -> Sourced<Value>?
  {
    entry(key).flatMap { value(of: $0.value, path: path(key), what: what, expected: expected, read: read) }
  }

  package func value<Value>(of node: ValueNode, path: String, what: String, expected: String, read: (String) -> Value?)
    -> Sourced<Value>?
  {
    guard let text = text(of: node, path: path, expected: expected, takesNumbers: true) else { return nil }
    guard let value = read(text.value) else {
      errors.add(node.mark, path, "\(node.kind) is not \(what)", expected: expected, fault: .value(text.value))
      return nil
    }
    return Sourced(value, at: text.location)
  }

  /// The value of a key that takes one of a few words.
  package func word<Word: RawRepresentable & CaseIterable>(_ key: String, _ type: Word.Type) -> Sourced<Word>?
  where Word.RawValue == String {
    guard let entry = entry(key) else { return nil }
    let words = Word.allCases.map(\.rawValue)
    let expected = "one of \(words.joined(separator: ", "))"
    guard let text = text(of: entry.value, path: path(key), expected: expected) else { return nil }
    guard let word = Word(rawValue: text.value) else {
      report(
        key, "\(entry.value.kind) is not known here", expected: expected,
        hint: NearestWord.hint(text.value, among: words), fault: .value(text.value))
      return nil
    }
    return Sourced(word, at: text.location)
  }

  package func flag(_ key: String) -> Sourced<Bool>? {
    value(key, what: "a yes or no", expected: "true or false") {
      ["true": true, "True": true, "TRUE": true, "false": false, "False": false, "FALSE": false][$0]
    }
  }

  /// The items of a key's list with their paths; nil if the key is missing, or after a report if the value is not a list.
  package func list(_ key: String, expected: String) -> [(node: ValueNode, path: String)]? {
    guard let entry = entry(key) else { return nil }
    guard case .sequence(let items) = entry.value.value else {
      report(
        key, entry.value.isNull ? "has no value" : "is \(entry.value.kind), not a list", expected: expected,
        fault: .parameter)
      return nil
    }
    return items.enumerated().map { ($0.element, "\(path(key))[\($0.offset)]") }
  }

  /// The items of a key's list of 1 to `most` items; nil if the key is missing, or after a report.
  func list(
    _ key: String, of owner: ContentKind, _ items: String, most: Int, expected: String
  ) -> [(node: ValueNode, path: String)]? {
    guard let nodes = list(key, expected: expected) else { return nil }
    if (1...most).contains(nodes.count) { return nodes }
    let found = "\(nodes.count) \(items)"
    report(
      key, nodes.isEmpty ? "the \(owner.rawValue) is empty" : "the \(owner.rawValue) has \(found)",
      expected: "1 to \(most) \(items)", fault: .value(found))
    return nil
  }

  package func texts(_ key: String, expected: String) -> [Sourced<String>]? {
    list(key, expected: expected)?.compactMap { text(of: $0.node, path: $0.path, expected: "a name") }
  }

  /// The mapping of a key; nil if the key is missing, or after a report if the value is not a mapping.
  package func section(_ key: String, keys: [String]?, expected: String) -> ConfigurationSection? {
    guard let entry = entry(key) else { return nil }
    return ConfigurationSection(entry.value, path: path(key), errors: errors, keys: keys, expected: expected)
  }

  /// The colour of a key; nil if the key is missing, or after a report if the value is not a colour.
  package func color(_ key: String) -> Color? {
    guard let entry = entry(key),
      let text = text(of: entry.value, path: path(key), expected: Color.expected, takesNumbers: true)?.value
    else { return nil }
    if let color = Color(text) { return color }
    report(
      key, "\"\(Quoting.short(text))\" is not a colour", expected: Color.expected,
      hint: NearestWord.hint(text, among: ColorNames.all), fault: .value(text))
    return nil
  }

  /// The path of a key, made absolute; nil if the key is missing, or after a report if the value is not a path.
  func path(_ key: String, in context: ContentContext) -> String? {
    let expected =
      context.folder.map { "a path; a relative path begins in \($0)" }
      ?? "an absolute path, as /var/lib/marquee/media/menu.png"
    // The address is not repeated, because it may have a password.
    if let entry = entry(key), case .scalar(let text, _) = entry.value.value, MediaPath.isAddress(text) {
      report(
        key, "is the address of a stream, not a path", expected: expected, hint: "a stream has the kind \"stream\"",
        fault: .value("the address of a stream"))
      return nil
    }
    return value(key, what: "a path", expected: expected) { MediaPath.absolute($0, in: context.folder) }?.value
  }

  static func wholeNumber(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard !text.hasPrefix("+"), let number = Int(text) else { return nil }
    return range.contains(number) ? number : nil
  }

  /// A finite number in digits; `0x10`, `nan` and `inf` are not accepted.
  static func decimal(_ text: String) -> Double? {
    let known = Set("0123456789.-e".utf8)
    guard !text.isEmpty, text.utf8.count <= 32, text.utf8.allSatisfy(known.contains), let number = Double(text) else {
      return nil
    }
    return number.isFinite ? number : nil
  }
}

/// One value of a YAML document with its place.
package struct ValueNode {
  package enum Value {
    case scalar(String, isPlain: Bool)
    case sequence([ValueNode])
    case mapping([ValueEntry])
  }

  package var value: Value
  package var mark: ValueMark
  /// False for a number or a truth value in a message.
  package var isText: Bool

  package init(value: Value, mark: ValueMark, isText: Bool = true) {
    self.value = value
    self.mark = mark
    self.isText = isText
  }

  /// Whether the value is missing, `~` or `null`, without quotes.
  package var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = value else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  package var kind: String {
    switch value {
    case .scalar(let text, _): isNull ? "nothing" : "\"\(Quoting.short(text))\""
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

package struct ValueEntry {
  package var key: String
  package var mark: ValueMark
  package var value: ValueNode

  package init(key: String, mark: ValueMark, value: ValueNode) {
    self.key = key
    self.mark = mark
    self.value = value
  }
}

/// A place in a YAML file; line and column count from 1, columns in characters.
package struct ValueMark: Hashable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static let start = ValueMark(line: 1, column: 1)
}

/// A value in a message, which is read with the words and checks of the file.
public indirect enum MessageValue: Hashable, Sendable {
  case text(String)
  /// A number or a truth value, in the form of a file.
  case plain(String)
  case list([MessageValue])
  /// The entries in any order, without null values.
  case mapping([String: MessageValue])

  var node: ValueNode {
    switch self {
    case .text(let text): ValueNode(value: .scalar(text, isPlain: false), mark: .start)
    case .plain(let text): ValueNode(value: .scalar(text, isPlain: true), mark: .start, isText: false)
    case .list(let values): ValueNode(value: .sequence(values.map(\.node)), mark: .start)
    case .mapping(let values):
      ValueNode(
        value: .mapping(
          values.sorted { $0.key < $1.key }.map { ValueEntry(key: $0.key, mark: .start, value: $0.value.node) }),
        mark: .start)
    }
  }
}

package enum KeyPaths {
  package static func join(_ path: String, _ key: String) -> String {
    let key = Quoting.short(key)
    return path.isEmpty ? key : "\(path).\(key)"
  }
}
