import Testing

/// The sizes of types over all their files, which a limit for files does not see.
struct TypeSizeTests {
  private struct Size {
    var lines = 0
    var properties: [Substring] = []
  }

  @Test("no type of Scenes has more than 600 lines or 15 stored properties over all its files")
  func typesAreSmall() throws {
    var sizes: [Substring: Size] = [:]
    for file in try Checkout.sources() where file.path.hasPrefix("Sources/Scenes/") {
      var open: (name: Substring, keyword: Substring)?
      let lines = file.text.lines.map(\.text)
      for (index, line) in lines.enumerated() {
        if let found = Self.declaration(line) { open = found }
        guard let (name, keyword) = open else { continue }
        sizes[name, default: Size()].lines += 1
        let next = index + 1 < lines.count ? lines[index + 1] : ""
        if keyword == "class" || keyword == "struct", let property = Self.storedProperty(line, next) {
          sizes[name]?.properties.append(property)
        }
        if line == "}" || line.first != " " && line.last == "}" { open = nil }
      }
    }
    #expect(sizes.count > 80)
    for (name, size) in sizes {
      #expect(size.lines <= 600, "\(name) has \(size.lines) lines")
      #expect(size.properties.count <= 15, "\(name) has \(size.properties)")
    }
  }

  @Test(arguments: [
    ("  var a = 1", "", "a"), ("  private(set) lazy var b = B(self)", "", "b"),
    ("  var c: Int {", "    didSet { d() }", "c"),
    ("  var c: Int {", "    1", nil), ("  var c: Int { 1 }", "", nil), ("  static let d = 2", "", nil),
    ("    let e = 3", "", nil), ("  var f: (() -> Void)? = { g() }", "", "f"),
  ])
  func storedPropertiesAreFound(line: String, next: String, name: String?) {
    #expect(Self.storedProperty(Substring(line), Substring(next)).map(String.init) == name)
  }

  private static func words(_ line: Substring) -> [Substring] { line.split { $0 == " " || $0 == ":" } }

  private static func declaration(_ line: Substring) -> (name: Substring, keyword: Substring)? {
    guard let first = line.first, first != " ", first != "/" else { return nil }
    let words = words(line)
    guard let index = words.firstIndex(where: { ["class", "struct", "enum", "extension", "protocol"].contains($0) }),
      index + 1 < words.count
    else { return nil }
    return (words[index + 1].prefix { $0 != "<" }, words[index])
  }

  /// The name of the stored property that a line of a type's body declares.
  private static func storedProperty(_ line: Substring, _ next: Substring) -> Substring? {
    guard line.hasPrefix("  "), !line.hasPrefix("   "), !line.hasPrefix("  /") else { return nil }
    let words = words(line)
    guard let index = words.firstIndex(where: { $0 == "var" || $0 == "let" }), index + 1 < words.count,
      !words[..<index].contains("static"), !words[..<index].contains("func"), !words[..<index].contains("case")
    else { return nil }
    let brace = line.firstIndex(of: "{") ?? line.endIndex
    let equals = line.firstIndex(of: "=") ?? line.endIndex
    let isComputed = brace < equals && !line.contains("didSet") && !next.contains("didSet")
    return isComputed ? nil : words[index + 1]
  }
}
