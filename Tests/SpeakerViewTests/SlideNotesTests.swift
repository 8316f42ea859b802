import ControlProtocol
import Testing

@testable import SpeakerView

@Suite struct SlideNotesTests {
  /// Slide 2 has three steps.
  private let labels = ["1", "2", "2", "2", "3", "A-1"]

  private func find(_ sections: NotesSection...) -> SlideNotes {
    SlideNotes(NotesFile(name: "n.md", sections: sections), labels: labels)
  }

  @Test func allStepsOfASlideGetItsNotes() {
    let notes = find(NotesSection(place: .label("2"), text: "two"), NotesSection(place: .slide(3), text: "three"))
    #expect(notes.notes == (2...4).map { TalkNoteInfo(page: $0, text: "two") } + [TalkNoteInfo(page: 5, text: "three")])
    #expect(notes.problem == nil)
  }

  @Test func aNumberThatIsNoLabelIsAPage() {
    #expect(find(NotesSection(place: .label("6"), text: "six")).notes == [TalkNoteInfo(page: 6, text: "six")])
  }

  @Test func aStepWithNotesOfItsOwnEndsThoseBefore() {
    let notes = find(NotesSection(place: .page(2), text: "a"), NotesSection(place: .page(4), text: "b"))
    #expect(notes.notes.map(\.text) == ["a", "a", "b"])
  }

  @Test func twoPiecesForOneSlideAreOneAfterTheOther() {
    let notes = find(NotesSection(place: .label("1"), text: "a"), NotesSection(place: .label("1"), text: "b"))
    #expect(notes.notes == [TalkNoteInfo(page: 1, text: "a\n\nb")])
  }

  @Test func notesForNoSlideAreReportedWithFileAndLine() {
    let notes = find(NotesSection(place: .label("99"), text: "x", line: 12), NotesSection(place: .slide(5), text: "y"))
    #expect(notes.notes.isEmpty)
    #expect(notes.problem == "n.md:12: there is no slide 99, slide 5; the deck has 6 pages.")
  }

  @Test func allNotesForNoSlideAreReportedInOneSentence() {
    let sections = (2...30).map { NotesSection(place: .slide($0), text: "x", line: $0) }
    let notes = SlideNotes(NotesFile(name: "n.md", sections: sections), labels: ["1"])
    #expect(notes.problem == "n.md:2: there is no slide 2, slide 3, slide 4 and 26 more; the deck has 1 page.")
  }

  @Test func callsAreNoLongerThanMessagesMayBe() throws {
    let pages = 1...60
    // Quotes take two bytes each in a message.
    let text = String(repeating: "\"", count: 5000)
    let notes = SlideNotes(
      NotesFile(name: "n", sections: pages.map { NotesSection(place: .page($0), text: text) }),
      labels: pages.map(String.init))
    let calls = try notes.calls()
    #expect(calls.flatMap(\.notes).map(\.page) == Array(pages))
    for call in calls {
      #expect(try ControlJSON.encode(ControlCallMessage(call)).count <= ControlLimits.requestBytes)
    }
    #expect(calls.count < 12)
    // They replace all others after the last has come.
    #expect(calls.map(\.set?.part) == Array(1...calls.count) && calls.allSatisfy { $0.set?.parts == calls.count })
    #expect(Set(calls.map(\.set?.version)).count == 1)
    let fewer = SlideNotes(
      NotesFile(name: "n", sections: [NotesSection(place: .page(1), text: text)]), labels: ["1"])
    #expect(try fewer.calls().first?.set?.version != calls.first?.set?.version)
  }
}
