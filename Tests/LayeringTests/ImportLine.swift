/// An `import` of a source file.
struct ImportLine: Equatable {
  let line: Int
  /// The module, without a submodule or a single declaration behind it.
  let module: String
  /// Whether the module is exported to all importers of this one.
  let isExported: Bool

  private static let kinds: Set<Substring> = [
    "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
  ]

  /// Every import of a source text, with any words before it.
  static func all(in text: SwiftText) -> [ImportLine] {
    text.lines.flatMap { line in
      line.text.split(separator: ";").compactMap { ImportLine(statement: $0, line: line.number) }
    }
  }

  private init?(statement: Substring, line: Int) {
    let words = statement.split(whereSeparator: \.isWhitespace)
    guard let place = words.firstIndex(of: "import"), words[..<place].allSatisfy(ImportLine.isModifier) else {
      return nil
    }
    var names = words[words.index(after: place)...]
    if let kind = names.first, ImportLine.kinds.contains(kind) { names = names.dropFirst() }
    guard let name = names.first, let module = name.split(separator: ".").first else { return nil }
    self.line = line
    self.module = String(module)
    isExported = words[..<place].contains("@_exported")
  }

  private static func isModifier(_ word: Substring) -> Bool {
    word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
  }
}
