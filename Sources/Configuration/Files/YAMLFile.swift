package import ContentModel

/// Reads a YAML file of one document.
package enum YAMLFile {
  /// Passes the document's value to `body`, or nil if there is none, and returns the result.
  ///
  /// - Throws: All errors, including those that `body` added.
  package static func read<Value>(
    _ bytes: [UInt8], file: String, body: (ValueNode?, ErrorList) -> Value
  ) throws(ConfigurationErrors) -> Value {
    let errors = ErrorList(file: file)
    do throws(ConfigurationError) {
      guard bytes.count <= ConfigurationFile.maximumBytes else {
        throw errors.error(.start, "", "the file has more than \(ConfigurationFile.maximumBytes) bytes")
      }
      var composer = try YAMLComposer(bytes, errors: errors)
      let root = try composer.document()
      let value = body(root.flatMap { $0.isNull ? nil : $0 }, errors)
      if errors.errors.isEmpty { return value }
    } catch {
      errors.add(error)
    }
    throw ConfigurationErrors(errors.errors)
  }
}

/// Builds the tree of a YAML document from libyaml's events, within limits. Aliases are refused, because they can make a short file huge
/// and no setting needs them. If a key is repeated, the first one counts.
struct YAMLComposer: ~Copyable {
  /// The limit of values inside each other.
  private static let maximumDepth = 32
  /// The limit of values in a file.
  private static let maximumNodes = 50_000

  private var reader: YAMLEventReader
  private let errors: ErrorList
  private var nodes = 0

  init(_ bytes: [UInt8], errors: ErrorList) throws(ConfigurationError) {
    reader = try YAMLEventReader(bytes, errors: errors)
    self.errors = errors
  }

  /// The document's value; nil for a file without a document.
  mutating func document() throws(ConfigurationError) -> ValueNode? {
    var root: ValueNode?
    var documents = 0
    while true {
      let event = try reader.next()
      switch event.kind {
      case .streamEnd: return root
      case .documentStart:
        documents += 1
        guard documents == 1 else {
          throw errors.error(
            event.mark, "", "a second document begins here", expected: "one", hint: "remove the line ---")
        }
      case .other: break
      case .alias, .scalar, .sequenceStart, .sequenceEnd, .mappingStart, .mappingEnd:
        root = try node(from: event, path: "", depth: 1)
      }
    }
  }

  private mutating func node(from event: YAMLEvent, path: String, depth: Int) throws(ConfigurationError) -> ValueNode {
    nodes += 1
    guard nodes <= Self.maximumNodes else {
      throw errors.error(event.mark, path, "the file has more than \(Self.maximumNodes) values")
    }
    guard depth <= Self.maximumDepth else {
      throw errors.error(event.mark, "", "values are nested more than \(Self.maximumDepth) levels deep")
    }
    if let tag = event.tag, !tag.hasPrefix("tag:yaml.org,2002:"), tag != "!" {
      errors.add(event.mark, path, "the tag \(Quoting.short(tag)) is not supported", hint: "remove it")
    }
    switch event.kind {
    case .scalar(let text, let isPlain):
      if text.utf8.contains(0) { errors.add(event.mark, path, "the text holds a NUL character", hint: "remove it") }
      return ValueNode(value: .scalar(text, isPlain: isPlain), mark: event.mark)
    case .sequenceStart:
      return ValueNode(value: .sequence(try sequence(path: path, depth: depth)), mark: event.mark)
    case .mappingStart:
      return ValueNode(value: .mapping(try mapping(path: path, depth: depth)), mark: event.mark)
    case .alias(let name):
      throw errors.error(
        event.mark, path, "the alias *\(Quoting.short(name)) is not supported",
        hint: "write the value out; a text that begins with * must be in quotes")
    case .documentStart, .streamEnd, .sequenceEnd, .mappingEnd, .other:
      throw errors.error(event.mark, path, "a value is missing")
    }
  }

  private mutating func sequence(path: String, depth: Int) throws(ConfigurationError) -> [ValueNode] {
    var items: [ValueNode] = []
    while true {
      let event = try reader.next()
      if case .sequenceEnd = event.kind { return items }
      items.append(try node(from: event, path: "\(path)[\(items.count)]", depth: depth + 1))
    }
  }

  private mutating func mapping(path: String, depth: Int) throws(ConfigurationError) -> [ValueEntry] {
    var entries: [ValueEntry] = []
    var lines: [String: Int] = [:]
    while true {
      let event = try reader.next()
      if case .mappingEnd = event.kind { return entries }
      guard case .scalar(let key, _) = event.kind else {
        if case .alias = event.kind { _ = try node(from: event, path: path, depth: depth + 1) }
        throw errors.error(event.mark, path, "a list or a mapping is in the place of a key")
      }
      nodes += 1
      let keyPath = KeyPaths.join(path, key)
      var value = try node(from: try reader.next(), path: keyPath, depth: depth + 1)
      // libyaml places a missing value after all following comments and blank lines. Messages need the place of the key.
      if case .scalar("", isPlain: true) = value.value { value.mark = event.mark }
      if let first = lines[key] {
        errors.add(
          event.mark, keyPath, "the key is given twice, in line \(first) and in line \(event.mark.line)",
          hint: "keep one of them")
      } else {
        lines[key] = event.mark.line
        entries.append(ValueEntry(key: key, mark: event.mark, value: value))
      }
    }
  }
}
