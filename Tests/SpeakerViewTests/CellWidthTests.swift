import Testing

@testable import SpeakerView

@Suite struct CellWidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("：", 2), ("👍", 2), ("👩‍👩‍👧", 2), ("❤\u{FE0F}", 2), ("─", 1),
    ("\u{301}", 0),
    ("ﾊ", 1), ("한", 2), ("", 0),
  ])
  func lettersTakeColumns(text: String, width: Int) {
    #expect(CellWidth.of(text) == width)
  }

  @Test(arguments: [
    ("a\u{1B}[31mb", "a·[31mb"), ("x\u{9B}2Jy", "x·2Jy"), ("a\tb\nc", "a b c"), ("\u{7F}\u{0}", "··"),
    ("a\u{202E}b", "a·b"),
    ("日本", "日本"),
  ])
  func controlCharactersAreReplaced(text: String, safe: String) {
    #expect(SafeText.line(text) == safe)
  }

  @Test func linesBreakAtBlanksAndWhereWordsAreTooLong() {
    #expect(TextLines.wrap("the owls say nothing", to: 9) == ["the owls", "say", "nothing"])
    #expect(TextLines.wrap("abcdefgh", to: 3) == ["abc", "def", "gh"])
    #expect(TextLines.wrap("日本語", to: 5) == ["日本", "語"])
    #expect(TextLines.wrap("", to: 5) == [""])
    #expect(TextLines.wrap("x", to: 0).isEmpty)
  }

  @Test func cutTextsAreMarked() {
    #expect(TextLines.cut("hello", to: 5) == "hello")
    #expect(TextLines.cut("hello there", to: 6) == "hello…")
    #expect(TextLines.cut("日本語", to: 4) == "日…")
    #expect(TextLines.cut("ab", to: 0).isEmpty)
  }

  @Test func halfAWideCharacterIsNone() {
    var grid = CellGrid(width: 6, height: 1)
    grid.put("日本", column: 0, row: 0)
    grid.put("x", column: 1, row: 0)
    #expect(grid.text(row: 0) == " x本")
    grid.put("語語語語", column: 1, row: 0)
    #expect(grid.text(row: 0) == " 語語")
    grid.put("out", column: 0, row: 7)
  }
}
