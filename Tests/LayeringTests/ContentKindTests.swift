import Testing

/// A kind of content is one file: only the tables of `ContentDescription.swift` list all kinds.
struct ContentKindTests {
  private static let tables = "Sources/ContentModel/ContentDescription.swift"
  /// A file may be about a few kinds.
  private static let mostKinds = 3

  @Test func onlyTheTablesGoThroughAllKinds() throws {
    let files = try Checkout.sources()
    let tables = try #require(files.first { $0.path == Self.tables })
    let kinds = Set(tables.words.filter { $0.count > 2 && $0[0] == "case" && $0[2] == "(" }.map { $0[1] })
    #expect(kinds.count > 12)
    #expect(Self.matched(tables.words).isSuperset(of: kinds))
    for file in files where file.path != Self.tables {
      let matched = Self.matched(file.words).intersection(kinds)
      #expect(matched.count <= Self.mostKinds, "\(file.path) has cases for \(matched.sorted()): ask ContentValue")
    }
  }

  /// By its type, by its case, or by its name or a key of its own in quotes.
  @Test func aKindIsOnlyInItsFileItsDrawingTheTablesAndTheLibraryForApps() throws {
    let quoted = [#""ticker""#, #""speed""#]
    let files = try Checkout.sources().filter { file in
      let isNamed = file.words.contains { line in
        line.contains("TickerDescription") || zip(line, line.dropFirst()).contains { $0 == (".", "ticker") }
      }
      return try isNamed || quoted.contains(where: try Checkout.text(file.path).contains)
    }
    // The generated names of the definition count as the definition.
    #expect(
      Set(files.map(\.path)) == [
        Self.tables, "Sources/ContentModel/Kinds/TickerDescription.swift", "Sources/Content/Layouts/TickerLayout.swift",
        "Sources/ControlProtocol/Generated/ContentTypes.swift", "Sources/DisplayApps/Content/TextContents.swift",
      ])
  }

  @Test func casesAreFoundOverSeveralLines() {
    let source = "switch it {\ncase .color(let color): .pattern\ncase .banner,\n  .image, .deck: nil\n}\nx = .ticker\n"
    let file = SourceFile(target: "A", path: "A.swift", source: source)
    #expect(Self.matched(file.words) == ["color", "banner", "image", "deck"])
  }

  /// The names of the cases in patterns: from `case` to the colon, or to the end of its line.
  private static func matched(_ lines: [[Substring]]) -> Set<Substring> {
    var names: Set<Substring> = []
    var isPattern = false
    for line in lines {
      for (place, word) in line.enumerated() {
        if word == "case" { isPattern = true }
        if word == ":" { isPattern = false }
        if isPattern, word == ".", place + 1 < line.count { names.insert(line[place + 1]) }
      }
      if line.last != "," { isPattern = false }
    }
    return names
  }
}
