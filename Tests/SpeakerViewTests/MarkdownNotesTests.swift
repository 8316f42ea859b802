import Testing

@testable import SpeakerView

@Suite struct MarkdownNotesTests {
  private func file(_ text: String) throws -> NotesFile { try NotesFile(Array(text.utf8), name: "talk.md") }

  @Test func headingsWithNumbersBeginTheNotesForSlides() throws {
    let text = """
      My talk, before any slide

      # 3 Owls
      Say **hello**

      ## a heading within
      more
      #   7.
      last

      """
    let sections = try file(text).sections
    #expect(sections.map(\.place) == [.label("3"), .label("7")])
    #expect(sections.map(\.text) == ["Say **hello**\n\n## a heading within\nmore", "last"])
    #expect(sections.map(\.line) == [3, 8])
  }

  @Test func withoutSuchHeadingsLinesDivide() throws {
    let text = "first\n\n---\n\n# A title\nsecond\n---\n\n***\nfourth\n"
    let sections = try file(text).sections
    #expect(sections.map(\.place) == [.slide(1), .slide(2), .slide(4)])
    #expect(sections.map(\.text) == ["first", "# A title\nsecond", "fourth"])
  }

  @Test func aLineAtTheVeryBeginningDividesNothing() throws {
    #expect(try file("---\nfirst\n\n---\nsecond").sections.map(\.place) == [.slide(1), .slide(2)])
  }

  @Test func codeBlocksDivideNothing() throws {
    let sections = try file("# 1\n```\n# 2\n---\n```\n").sections
    #expect(sections.map(\.text) == ["```\n# 2\n---\n```"])
  }

  @Test(arguments: ["# 3rd place", "# Chapter 3", "# 1234567", "## 3"])
  func otherHeadingsAreNotes(heading: String) throws {
    #expect(try file("\(heading)\n\ntext").sections.map(\.place) == [.slide(1)])
  }

  @Test func carriageReturnsAndByteOrderMarksAreNoNotes() throws {
    let file = try NotesFile([0xEF, 0xBB, 0xBF] + Array("# 1\r\nhello\r\n".utf8), name: "talk.md")
    #expect(file.sections == [NotesSection(place: .label("1"), text: "hello", line: 1)])
  }

  @Test func textThatIsNoUTF8IsToldWithItsLine() {
    #expect(throws: NotesFileError(file: "n.md", line: 2, reason: "this is no text in UTF-8; save the file as UTF-8")) {
      try NotesFile(Array("# 1\n".utf8) + [0xFF, 0x41], name: "n.md")
    }
  }

  @Test func tooLongNotesAreReportedWithTheirLine() {
    let error = #expect(throws: NotesFileError.self) {
      try file("# 1\nshort\n# 2\n" + String(repeating: "x", count: 17_000))
    }
    #expect(error?.line == 3)
    #expect(error?.description.contains("17000 bytes, of at most 16384") == true)
  }
}
