import ControlProtocol
import Testing

@testable import SpeakerView

@Suite struct PdfpcNotesTests {
  private func file(_ text: String) throws -> NotesFile { try NotesFile(Array(text.utf8), name: "talk.pdfpc") }

  @Test func pagesCountFromZero() throws {
    let file = try file(
      """
      {"pdfpcFormat": 2, "duration": 20, "beamerNotePosition": "right", "disableMarkdown": false, "pages": [
        {"idx": 0, "label": "1", "overlay": 0, "note": "Hello"},
        {"idx": 4, "label": "3", "overlay": 1, "forcedOverlay": true, "note": "Fifth"}, {"idx": 5, "label": "4"}]}
      """)
    #expect(file.sections.map(\.place) == [.page(1), .page(5)])
    #expect(file.sections.map(\.text) == ["Hello", "Fifth"])
    #expect(file.durationSeconds == 1200)
    #expect(file.notesHalf == .right)
  }

  @Test func whereMarkdownIsOffLettersStandForThemselves() throws {
    let file = try file("{\"disableMarkdown\": true, \"pages\": [{\"idx\": 0, \"note\": \"a *b* c\"}]}")
    let blocks = MarkdownText(file.sections.first?.text ?? "").blocks
    #expect(blocks.map { $0.spans.map(\.text).joined() } == ["a *b* c"])
    #expect(blocks.flatMap(\.spans).allSatisfy { $0.style == [] })
  }

  @Test(arguments: [
    ("{\"pages\": [{\"idx\": 0,\n \"note\": }]}", 2), ("{\n\"pdfpcFormat\": 7}", 2),
    ("{\"pages\": [\n{\"idx\": -1, \"note\": \"x\"}]}", nil), ("[notes]\n### 1\nThe format before version 4.5", 1),
  ])
  func errorsHaveTheirLine(text: String, line: Int?) {
    let error = #expect(throws: NotesFileError.self) { try file(text) }
    #expect(error?.file == "talk.pdfpc")
    if let line { #expect(error?.line == line) }
  }

  @Test func otherFilesMakeNoCalls() {
    let error = #expect(throws: NotesFileError.self) { try file("{\"pages\": [") }
    #expect(error?.reason.contains("pdfpc") == true)
    #expect(error?.reason.contains("Varlink") == false)
  }
}
