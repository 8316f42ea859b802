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

/// Slides that the notes hide.
@Suite struct HiddenSlidesTests {
  private func hidden(_ text: String, name: String) throws -> [Int] {
    let file = try NotesFile(Array(text.utf8), name: name)
    return SlideNotes(file, labels: ["1", "2", "2", "3"]).notes.filter { $0.hidden == true }.map(\.page)
  }

  @Test(arguments: [
    ("# 2 (hidden)\nspare\n# 3\n", [2, 3]), ("# 2 Spare (Hidden)\n", [2, 3]), ("# 3 the hidden forest\n", []),
    ("# 2 (hidden) forest\n", []),
  ])
  func aHeadingHidesItsSlide(text: String, pages: [Int]) throws {
    #expect(try hidden(text, name: "talk.md") == pages)
  }

  @Test func pdfpcHidesSlides() throws {
    let text = #"{"pdfpcFormat": 2, "pages": [{"idx": 0, "note": "a"}, {"idx": 3, "hidden": true}]}"#
    #expect(try hidden(text, name: "talk.pdfpc") == [4])
  }

  @Test func theVersionKnowsHiddenSlides() throws {
    func version(_ text: String) throws -> String {
      SlideNotes(try NotesFile(Array(text.utf8), name: "talk.md"), labels: ["1", "2"]).version
    }
    #expect(try version("# 2 (hidden)\na\n") != version("# 2\na\n"))
  }

  @Test func theNextCardAndTheListSkipAndNameThem() {
    var state = TalkSample.state(page: 1)
    state.learn([TalkSlideInfo(page: 2, label: "2", title: "Spare", notes: "", hidden: true)])
    #expect(SpeakerPicture.draw(state).text(row: 1).contains("next: 3"))
    _ = state.press(.tab)
    let rows = SpeakerPicture.draw(state).text.split(separator: "\n")
    #expect(rows.contains { $0.contains("Spare") && $0.contains("hidden") })
  }
}
