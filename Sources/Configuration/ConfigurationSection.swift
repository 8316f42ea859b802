package import DisplayTypes

/// One mapping of the file while it is read.
///
/// It reports what is no mapping, unknown keys and values of the wrong kind.
package struct ConfigurationSection {
  package let path: String
  package let mark: YAMLMark
  package let errors: ErrorList
  package let entries: [YAMLEntry]

  /// Opens a mapping with these keys; nil, after a report, where the node is none.
  ///
  /// `keys` nil: any key is known.
  package init?(_ node: YAMLNode, path: String, errors: ErrorList, keys: [String]?, expected: String) {
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
      let near = NearestWord.find(entry.key, among: keys)
      errors.add(
        entry.mark, self.path(entry.key), "unknown key “\(Quoting.short(entry.key))”",
        expected: "one of \(keys.joined(separator: ", "))", hint: near.map { "did you mean “\($0)”?" } ?? "",
        fault: .parameter)
    }
  }

  /// A mapping whose keys are known to be right.
  init(_ entries: [YAMLEntry], path: String, mark: YAMLMark, errors: ErrorList) {
    self.path = path
    self.mark = mark
    self.errors = errors
    self.entries = entries
  }

  package func path(_ key: String) -> String { KeyPaths.join(path, key) }

  package func entry(_ key: String) -> YAMLEntry? {
    entries.first { $0.key == key }
  }

  /// The text of a key; nil where it is absent, and after a report where it is no text.
  package func text(_ key: String, expected: String) -> Sourced<String>? {
    entry(key).flatMap { text(of: $0.value, path: path(key), expected: expected) }
  }

  /// The text of a node; nil after a report where it is none.
  ///
  /// - Parameter takesNumbers: Whether a number of a message will do, since its text is looked at further.
  package func text(of node: YAMLNode, path: String, expected: String, takesNumbers: Bool = false) -> Sourced<String>? {
    guard case .scalar(let text, _) = node.value, !node.isNull, node.isText || takesNumbers else {
      // An unquoted # begins a comment: the commonest way to a value that is nothing.
      let hint = node.isNull ? "a value that begins with # must be in quotes" : ""
      errors.add(
        node.mark, path, node.isNull ? "has no value" : "is \(node.kind)", expected: expected, hint: hint,
        fault: .parameter)
      return nil
    }
    return Sourced(text, at: errors.location(node.mark))
  }

  /// A key's text made into a value; reports `is not WHAT` where `read` gives nil.
  package func value<Value>(_ key: String, what: String, expected: String, read: (String) -> Value?) -> Sourced<Value>?
  {
    entry(key).flatMap { value(of: $0.value, path: path(key), what: what, expected: expected, read: read) }
  }

  /// A node's text made into a value.
  package func value<Value>(of node: YAMLNode, path: String, what: String, expected: String, read: (String) -> Value?)
    -> Sourced<Value>?
  {
    guard let text = text(of: node, path: path, expected: expected, takesNumbers: true) else { return nil }
    guard let value = read(text.value) else {
      errors.add(node.mark, path, "\(node.kind) is not \(what)", expected: expected, fault: .value(text.value))
      return nil
    }
    return Sourced(value, at: text.location)
  }

  /// A key whose value is one of a few words.
  package func word<Word: RawRepresentable & CaseIterable>(_ key: String, _ type: Word.Type) -> Sourced<Word>?
  where Word.RawValue == String {
    guard let entry = entry(key) else { return nil }
    let words = Word.allCases.map(\.rawValue)
    let expected = "one of \(words.joined(separator: ", "))"
    guard let text = text(of: entry.value, path: path(key), expected: expected) else { return nil }
    guard let word = Word(rawValue: text.value) else {
      let near = NearestWord.find(text.value, among: words)
      errors.add(
        entry.value.mark, path(key), "\(entry.value.kind) is not known here", expected: expected,
        hint: near.map { "did you mean “\($0)”?" } ?? "", fault: .value(text.value))
      return nil
    }
    return Sourced(word, at: text.location)
  }

  /// A key that is `true` or `false`.
  package func flag(_ key: String) -> Sourced<Bool>? {
    value(key, what: "a yes or no", expected: "true or false") { text in
      switch text {
      case "true", "True", "TRUE": true
      case "false", "False", "FALSE": false
      default: nil
      }
    }
  }

  /// The items of a key's list with their paths; nil where it is absent, and after a report where it is no list.
  package func list(_ key: String, expected: String) -> [(node: YAMLNode, path: String)]? {
    guard let entry = entry(key) else { return nil }
    guard case .sequence(let items) = entry.value.value else {
      errors.add(
        entry.value.mark, path(key),
        entry.value.isNull ? "has no value" : "is \(entry.value.kind), not a list", expected: expected,
        fault: .parameter)
      return nil
    }
    return items.enumerated().map { ($0.element, "\(path(key))[\($0.offset)]") }
  }

  /// A key's list of texts.
  package func texts(_ key: String, expected: String) -> [Sourced<String>]? {
    list(key, expected: expected)?.compactMap { text(of: $0.node, path: $0.path, expected: "a name") }
  }

  /// A key's own mapping; nil where it is absent, and after a report where it is none.
  package func section(_ key: String, keys: [String]?, expected: String) -> ConfigurationSection? {
    guard let entry = entry(key) else { return nil }
    return ConfigurationSection(entry.value, path: path(key), errors: errors, keys: keys, expected: expected)
  }
}
