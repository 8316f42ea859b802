import ControlProtocol
import Testing

@testable import SpeakerView

/// Decks whose slides have several pages, as beamer's overlays.
@Suite struct SlideNumbersTests {
  /// Slide 2 has the pages 2 to 4.
  private static let labels = ["1", "2", "2", "2", "3", "4"]

  private func numbers(_ labels: [String]) -> SlideNumbers {
    SlideNumbers(pages: labels.count) { labels[$0 - 1] }
  }

  private func state(page: Int) -> SpeakerState {
    var state = SpeakerState(talk: TalkSample.talk(page: page, pages: Self.labels.count))
    (state.columns, state.rows) = (80, 24)
    state.learn(
      Self.labels.enumerated().map { index, label in
        TalkSlideInfo(page: index + 1, label: label, title: "Title \(label)", notes: index == 3 ? "Say it" : "")
      })
    return state
  }

  @Test func successivePagesWithOneLabelAreOneSlide() {
    let numbers = numbers(Self.labels)
    #expect(numbers.count == 4)
    #expect((1...6).map(numbers.number) == [1, 2, 2, 2, 3, 4])
    #expect((0...5).map(numbers.firstPage) == [1, 1, 2, 5, 6, 6])
    #expect(numbers.pages(of: 2) == 2...4 && numbers.pages(of: 4) == 6...6)
  }

  @Test(arguments: [["", "", ""], ["1", "1", "1"], ["1", "2", "1"], []])
  func otherLabelsLeaveEachPageASlide(labels: [String]) {
    let numbers = numbers(labels)
    #expect(numbers.count == labels.count)
    #expect(labels.indices.map { numbers.number(of: $0 + 1) } == Array(1..<(labels.count + 1)))
  }

  @Test func theViewCountsSlidesAndNamesTheStep() {
    let text = SpeakerPicture.draw(state(page: 3)).text(row: 1)
    #expect(text.contains("2 of 4, step 2 of 3") && text.contains("next: step 3 of 3"))
    #expect(SpeakerPicture.draw(state(page: 4)).text(row: 1).contains("next: 3"))
    #expect(SpeakerPicture.draw(state(page: 5)).text(row: 1).contains("3 of 4 "))
  }

  @Test func aNumberLeadsToTheFirstStep() {
    var state = state(page: 1)
    #expect([.character("3"), .enter].flatMap { state.press($0) } == [.control(goto(page: 5))])
    #expect([.character("5"), .enter].flatMap { state.press($0) } == [])
    #expect(state.message == "There is no slide 5: the deck has 4")
  }

  @Test func theListHasARowForEachSlide() {
    var state = state(page: 3)
    _ = state.press(.tab)
    let rows = (1...8).map { SpeakerPicture.draw(state).text(row: $0) }
    #expect(rows.filter { $0.contains("Title") }.count == 4)
    #expect(
      rows.first { $0.contains("Title 2") }?.hasSuffix("notes") == true
        || rows.contains { $0.contains("Title 2") && $0.contains("notes") })
    #expect(state.press(.down) == [])
    #expect(state.press(.enter) == [.control(goto(page: 5))])
  }

  @Test func thePaceCountsSlides() {
    var talk = TalkSample.talk(page: 4, pages: 6)
    // Slide 2 of 4 has its time until half of the talk.
    talk.timer = TalkTimer(
      running: false, elapsedMilliseconds: 590_000, durationMilliseconds: 1_200_000, monotonicNanoseconds: 1)
    var state = state(page: 1)
    state.update(talk)
    #expect(state.pace == .onTime)
    talk.timer.elapsedMilliseconds = 610_000
    state.update(talk)
    #expect(state.pace == .late(10_000))
  }

  @Test func thePaceCountsNoHiddenSlides() {
    var talk = TalkSample.talk(page: 1, pages: 6)
    talk.timer = TalkTimer(
      running: false, elapsedMilliseconds: 350_000, durationMilliseconds: 600_000, monotonicNanoseconds: 1)
    var state = state(page: 1)
    state.update(talk)
    #expect(state.pace == .tooLate(200_000))
    // Without two of the four slides, the first has half of the time.
    state.learn([5, 6].map { TalkSlideInfo(page: $0, label: "\($0 - 2)", title: "", notes: "", hidden: true) })
    #expect(state.pace == .late(50_000))
  }

  private func goto(page: Int) -> ControlTalkCall { ControlTalkCall(action: .goto, page: page, noWait: true) }
}
