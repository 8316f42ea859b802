/// How much of the source is one type: its declaration and all its extensions.
struct TypeSize: Equatable {
  /// From the line of each declaration or extension to the brace that closes it, nested types included.
  var lines = 0
  /// Stored properties of instances, without those of nested types.
  var properties = 0
  var isStruct = false
  var hasMethods = false
  /// Whether it is `nonisolated` or conforms to a protocol, as the record of a file or a message.
  var isValue = false
  /// The types of its unowned properties.
  var unowned: [String] = []
  /// The types of its other properties, if their declarations name one type only.
  var held: [String] = []

  /// A struct without methods is a plain record, as of a file or a message: it may have as many properties as that has values.
  var isRecord: Bool { isStruct && !hasMethods }

  /// The sizes of all types that some files declare or extend, by their names; a nested one is called `Outer.Inner`.
  static func all(in files: [SourceFile]) -> [String: TypeSize] {
    var sizes: [String: TypeSize] = [:]
    for file in files {
      var reader = TypeReader(words: file.words)
      reader.read(into: &sizes)
    }
    return sizes
  }

  /// Adds the sizes that count for another type, so that a pretended division does not make a type smaller.
  ///
  /// The lines of a type that has only an unowned reference count for the type behind it, because that type has the state. The fields of a
  /// struct without methods count for each type that holds it, unless it is an independent value.
  static func joined(_ sizes: [String: TypeSize]) -> [String: TypeSize] {
    var joined = sizes
    for (name, size) in sizes {
      if size.properties == 1, let owner = size.unowned.first, sizes[owner] != nil {
        joined[owner]?.lines += size.lines
      }
      for field in size.held {
        let outer = "\(name).\(field)"
        guard let part = sizes[outer] ?? sizes[field], part.isRecord, !part.isValue else { continue }
        joined[name]?.properties += part.properties - 1
      }
    }
    return joined
  }
}

/// Reads the declarations of one file.
private struct TypeReader {
  private struct Word {
    let text: Substring
    let line: Int
  }

  /// The contents of a pair of braces.
  private struct Scope {
    /// The type's name; nil for other braces, such as the body of a function.
    var type: String?
    var hasInstances = false
    var firstLine = 0
  }

  private let words: [Word]
  private var scopes: [Scope] = []
  private var position = 0

  private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "extension"]

  init(words lines: [[Substring]]) {
    words = lines.enumerated().flatMap { number, words in words.map { Word(text: $0, line: number) } }
  }

  mutating func read(into sizes: inout [String: TypeSize]) {
    var next: Scope?
    while position < words.count {
      let word = words[position]
      if let declared = declaration() {
        next = declared
        if let type = declared.type {
          sizes[type, default: TypeSize()].isStruct = word.text == "struct" || sizes[type]?.isStruct == true
          if isValue { sizes[type, default: TypeSize()].isValue = true }
        }
      } else if word.text == "{" {
        scopes.append(next ?? Scope())
        next = nil
      } else if word.text == "}" {
        if let scope = scopes.popLast(), let type = scope.type {
          sizes[type, default: TypeSize()].lines += word.line - scope.firstLine + 1
        }
      } else if let scope = scopes.last, let type = scope.type {
        switch word.text {
        case "func": sizes[type, default: TypeSize()].hasMethods = true
        case "let" where scope.hasInstances && !isStatic, "var" where scope.hasInstances && !isStatic:
          let count = storedProperties()
          sizes[type, default: TypeSize()].properties += count
          if count == 1, let held = namedType {
            if isUnowned {
              sizes[type, default: TypeSize()].unowned.append(held)
            } else {
              sizes[type, default: TypeSize()].held.append(held)
            }
          }
        default: break
        }
      }
      position += 1
    }
  }

  private func text(_ index: Int) -> Substring? { words.indices.contains(index) ? words[index].text : nil }

  /// The type that a declaration or an extension begins here; nil for any other word.
  private func declaration() -> Scope? {
    let word = words[position]
    guard Self.kinds.contains(word.text), text(position - 1) != ".", let first = text(position + 1),
      first.first?.isUppercase == true || first == "["
    else { return nil }
    var name = String(first)
    var end = position + 2
    while text(end) == ".", let part = text(end + 1) {
      name += ".\(part)"
      end += 2
    }
    if word.text != "extension", let outer = scopes.last?.type { name = "\(outer).\(name)" }
    let hasInstances = word.text == "struct" || word.text == "class" || word.text == "actor"
    return Scope(type: name, hasInstances: hasInstances, firstLine: word.line)
  }

  /// Whether the declared type is `nonisolated`, or conforms to a protocol.
  private var isValue: Bool {
    if text(position - 1) == "nonisolated" || text(position - 2) == "nonisolated" { return true }
    var index = position + 2
    while let word = text(index), word != "{" {
      if word == ":" { return true }
      index += 1
    }
    return false
  }

  /// The type that a property names, as in `a: B`, `a: B?` and `a = B()`; nil for any other type.
  private var namedType: String? {
    guard let sign = text(position + 2), sign == ":" || sign == "=", let name = text(position + 3),
      name.first?.isUppercase == true
    else { return nil }
    if sign == "=", text(position + 4) != "(" { return nil }
    return String(name)
  }

  private var isUnowned: Bool {
    let line = words[position].line
    var index = position - 1
    while index >= 0, words[index].line == line {
      if words[index].text == "unowned" { return true }
      index -= 1
    }
    return false
  }

  /// Whether a modifier before the word on its line makes the property one of the type.
  private var isStatic: Bool {
    let line = words[position].line
    var index = position - 1
    while index >= 0, words[index].line == line, words[index].text != "{" {
      if words[index].text == "static" || words[index].text == "class" { return true }
      index -= 1
    }
    return false
  }

  /// The number of stored properties that a `let` or `var` declares; 0 if a getter follows.
  private func storedProperties() -> Int {
    var count = 1
    var depth = 0
    var index = position + 1
    var line = words[position].line
    while let word = text(index) {
      // The declaration ends with its line, unless brackets are open.
      guard depth > 0 || words[index].line == line else { return count }
      line = words[index].line
      switch word {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">": depth -= text(index - 1) == "-" ? 0 : 1
      case "," where depth == 0: count += 1
      case "=" where depth == 0: return count
      case "{" where depth == 0:
        let observer = text(index + 1)
        return observer == "didSet" || observer == "willSet" ? count : 0
      default: break
      }
      index += 1
    }
    return count
  }
}
