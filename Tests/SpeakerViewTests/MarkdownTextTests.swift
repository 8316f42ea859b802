import Testing

@testable import SpeakerView

@Suite struct MarkdownTextTests {
  private func lines(_ text: String) -> [String] {
    MarkdownText(text).blocks.map { $0.mark + $0.spans.map(\.text).joined() }
  }

  @Test func listsHaveMarksAndDepth() {
    #expect(lines("- a\n- b\n  1. c\n  2. d\n") == ["• a", "• b", "  1. c", "  2. d"])
    #expect(MarkdownText("- a\n  - b").blocks.map(\.indent) == [2, 4])
  }

  @Test func lettersLookAsTheyAreMeant() {
    let spans = MarkdownText("a **b** *c* `d`").blocks.first?.spans
    #expect(
      spans == [
        NoteSpan(text: "a "), NoteSpan(text: "b", style: .bold), NoteSpan(text: " "),
        NoteSpan(text: "c", style: .italic), NoteSpan(text: " "),
        NoteSpan(text: "d", style: .code),
      ])
  }

  @Test func aHeadingIsBold() {
    let block = MarkdownText("# Title").blocks.first
    #expect(block?.isHeading == true)
    #expect(block?.spans == [NoteSpan(text: "Title", style: .bold)])
  }

  @Test func linesStayLinesAndParagraphsAreApart() {
    let blocks = MarkdownText("a\nb\n\nc").blocks
    #expect(blocks.map { $0.spans.map(\.text).joined() } == ["a\nb", "c"])
    #expect(blocks.map(\.isApart) == [false, true])
  }

  @Test func htmlStaysAsWritten() {
    #expect(lines("<b>x</b>") == ["<b>x</b>"])
  }

  @Test func depthIsBounded() {
    let deep = String(repeating: "> ", count: 5000) + "x"
    #expect(MarkdownText(deep).blocks.count <= 1)
    #expect(MarkdownText(String(repeating: "*a ", count: 2000)).blocks.count == 1)
  }
}
