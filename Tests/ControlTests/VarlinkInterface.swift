/// A strict reader of Varlink's interface notation (varlink.org, "Interface Definition"), for the test of our own definition.
struct VarlinkInterface {
  enum Failure: Error {
    case expected(String, at: String)
    case duplicate(String)
    case unknownType(String)
  }

  struct Method {
    var input: [String]
    var output: [String]
  }

  private(set) var name = ""
  private(set) var types: [String: [String]] = [:]
  private(set) var methods: [String: Method] = [:]
  private(set) var errors: [String: [String]] = [:]
  private var tokens: [Substring]
  private var used: Set<String> = []

  init(_ text: String) throws {
    tokens = Self.tokens(of: text).reversed()
    try expect("interface")
    name = try next { word in word.split(separator: ".").count > 1 && word.first?.isLetter == true }
    while let keyword = tokens.popLast() {
      let member = try next(where: Self.isTypeName)
      guard types[member] == nil, methods[member] == nil, errors[member] == nil else { throw Failure.duplicate(member) }
      switch keyword {
      case "type": types[member] = try fields()
      case "error": errors[member] = try fields()
      case "method":
        let input = try fields()
        try expect("->")
        methods[member] = Method(input: input, output: try fields())
      default: throw Failure.expected("type, method or error", at: String(keyword))
      }
    }
    guard !methods.isEmpty else { throw Failure.expected("a method", at: "the end") }
    for type in used where types[type] == nil { throw Failure.unknownType(type) }
  }

  private static func tokens(of text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.flatMap { line -> [Substring] in
      var found: [Substring] = []
      var rest = line
      while let first = rest.first {
        if first == " " {
          rest = rest.dropFirst()
        } else if first.isLetter {
          found.append(rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
          rest = rest.dropFirst(found.last?.count ?? 1)
        } else {
          let long = ["->", "[]"].first { rest.hasPrefix($0) }
          found.append(rest.prefix(long?.count ?? 1))
          rest = rest.dropFirst(long?.count ?? 1)
        }
      }
      return found
    }
  }

  private static func isTypeName(_ word: String) -> Bool {
    word.first?.isUppercase == true && word.allSatisfy { $0.isLetter || $0.isNumber }
  }

  private static func isFieldName(_ word: String) -> Bool {
    word.first?.isLetter == true && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  private mutating func expect(_ token: String) throws {
    guard tokens.last == token[...] else { throw Failure.expected(token, at: String(tokens.last ?? "the end")) }
    tokens.removeLast()
  }

  private mutating func next(where isRight: (String) -> Bool) throws -> String {
    guard let token = tokens.popLast().map(String.init), isRight(token) else {
      throw Failure.expected("a name", at: String(tokens.last ?? "the end"))
    }
    return token
  }

  /// `(name: type, …)`; the names in their order.
  private mutating func fields() throws -> [String] {
    try expect("(")
    var names: [String] = []
    while tokens.last != ")" {
      if !names.isEmpty { try expect(",") }
      let name = try next(where: Self.isFieldName)
      guard !names.contains(name) else { throw Failure.duplicate(name) }
      names.append(name)
      try expect(":")
      try type()
    }
    tokens.removeLast()
    return names
  }

  private mutating func type() throws {
    if tokens.last == "?" { tokens.removeLast() }
    while let token = tokens.last, token.hasPrefix("[") {
      tokens.removeLast()
      guard token != "[]" else { continue }
      try expect("string")
      try expect("]")
    }
    guard tokens.last != "(" else { return try enumeration() }
    let name = try next { Self.isFieldName($0) }
    if ["bool", "int", "float", "string", "object"].contains(name) { return }
    guard Self.isTypeName(name) else { throw Failure.unknownType(name) }
    used.insert(name)
  }

  private mutating func enumeration() throws {
    try expect("(")
    _ = try next(where: Self.isFieldName)
    while tokens.last == "," {
      tokens.removeLast()
      _ = try next(where: Self.isFieldName)
    }
    try expect(")")
  }
}
