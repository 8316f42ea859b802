import Testing

struct SwiftTextTests {
  @Test func commentsAreBlankAndLinesStay() {
    let text = SwiftText("a // import B\n/* import C\n /* nested */ import D */ e\n")
    #expect(text.lines.map { $0.text.filter { $0 != " " } } == ["a", "", "e", ""])
  }

  @Test func stringsAreBlankAndInterpolationsAreCode() {
    #expect(SwiftText("x(\"Task { \\(f(\"y\")) }\") z").code.filter { $0 != " " } == "x(f())z")
    #expect(SwiftText("x(\"\\\"Task {\") z").code.filter { $0 != " " } == "x()z")
    #expect(SwiftText("x(#\"a\" \\(b) \\#(c)\"#) z").code.filter { $0 != " " } == "x(c)z")
  }

  @Test func aTextOfSeveralLinesIsBlank() {
    let text = SwiftText("let s = \"\"\"\n  import \"Foundation\"\n  \"\"\"\nimport Real")
    #expect(ImportLine.all(in: text).map(\.module) == ["Real"])
    #expect(ImportLine.all(in: text).first?.line == 4)
  }

  @Test func anOpenStringEndsWithTheFile() {
    #expect(SwiftText("\"open \\").code.allSatisfy { $0 == " " })
  }
}
