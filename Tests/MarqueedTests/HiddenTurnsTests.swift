import ContentModel
import ControlProtocol
import Testing

@testable import marqueed

/// The slides that turns skip.
@Suite struct HiddenTurnsTests {
  @Test func recordsKeepHiddenSlides() {
    var record = TalkNotesRecord(talk: "t", notes: [:])
    record.take(TalkNoteInfo(page: 2, text: "", hidden: true))
    record.take(TalkNoteInfo(page: 3, text: "a", hidden: true))
    #expect(record.isHidden(2) && record.isHidden(3) && !record.isHidden(1))
    #expect(record[2] == nil && record[3] == "a")
    record.take(TalkNoteInfo(page: 2, text: "b"))
    #expect(record.hidden == [3])
    record.take(TalkNoteInfo(page: 3, text: ""))
    #expect(record.hidden == nil)
  }
}
