import Testing

struct ImportLineTests {
  private func modules(_ source: String) -> [String] {
    ImportLine.all(in: SwiftText(source)).map(\.module)
  }

  @Test(arguments: [
    "import Module", "public import Module", "  @preconcurrency internal import Module", "import struct Module.Type",
    "import Module.Sub", "@testable import Module", "package  import\tModule", "import func Module.function // why",
  ])
  func everyFormIsFound(source: String) {
    #expect(modules(source) == ["Module"])
  }

  @Test func severalOnALineAreFound() {
    #expect(modules("import A; import B") == ["A", "B"])
  }

  @Test(arguments: ["// import A", "let important = 1", "func `import`() {}", "case import", "let s = \"import A\""])
  func otherLinesAreNoImports(source: String) {
    #expect(modules(source).isEmpty)
  }

  @Test func conditionalImportsCountToo() {
    #expect(
      modules("#if canImport(Foundation)\nimport Foundation\n#else\nimport FoundationEssentials\n#endif").count == 2)
  }

  @Test func handingOnIsNoticed() {
    #expect(ImportLine.all(in: SwiftText("@_exported public import A")).first?.isExported == true)
    #expect(ImportLine.all(in: SwiftText("public import A")).first?.isExported == false)
  }
}
