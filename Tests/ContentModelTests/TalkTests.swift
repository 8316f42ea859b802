import DisplayTypes
import Testing

@testable import ContentModel

@Suite struct TalkTests {
  private static let start = MonotonicTime(nanoseconds: 5_000_000_000)

  private func talk(page: Int = 1, pages: Int = 5) -> Talk {
    Talk(identifier: "t", deck: "/deck.pdf", title: "deck", page: page, pages: pages)
  }

  private func later(_ seconds: UInt64) -> MonotonicTime { Self.start.advanced(by: seconds * 1_000_000_000) }

  @Test(arguments: [
    (TalkCommand.next, 2, 3), (.next, 5, 5), (.previous, 2, 1), (.previous, 1, 1), (.first, 4, 1), (.last, 2, 5),
    (.goto(4), 1, 4), (.goto(99), 1, 5), (.goto(-1), 3, 1),
  ]) func turnsStayWithinTheDeck(deed: TalkCommand, from: Int, to: Int) {
    var talk = talk(page: from)
    let change = talk.perform(deed, at: Self.start)
    #expect(talk.page == to)
    #expect(talk.shownPage == to)
    #expect(change.isAny == (from != to) && change.isSeen == (from != to) && change.isKept == (from != to))
    #expect(change.isTurn == (from != to))
  }

  @Test func anyBeginningIsWithinTheDeck() {
    #expect(talk(page: 9).page == 5)
    #expect(talk(page: 0).page == 1)
    #expect(talk(page: 1, pages: 0).pages == 1)
  }

  @Test func whileFrozenTheSpeakerGoesOnAndTheAudienceDoesNot() {
    var talk = talk(page: 2)
    let freeze = talk.perform(.freeze(true), at: Self.start)
    #expect(freeze.isKept && !freeze.isSeen)
    let turn = talk.perform(.goto(4), at: Self.start)
    #expect(talk.page == 4 && talk.shownPage == 2)
    #expect(turn.isTurn && turn.isKept && !turn.isSeen)
    #expect(!talk.perform(.freeze(true), at: Self.start).isAny)
    #expect(talk.shownPage == 2)
    let thaw = talk.perform(.freeze(nil), at: Self.start)
    #expect(thaw.isSeen && talk.shownPage == 4)
  }

  @Test func coversTakeEachOthersPlaceAndToggle() {
    var talk = talk()
    #expect(talk.perform(.cover(.black, nil), at: Self.start).isSeen)
    #expect(talk.cover == .black)
    #expect(!talk.perform(.cover(.black, true), at: Self.start).isAny)
    #expect(!talk.perform(.cover(.white, false), at: Self.start).isAny)
    _ = talk.perform(.cover(.white, nil), at: Self.start)
    #expect(talk.cover == .white)
    _ = talk.perform(.cover(.white, nil), at: Self.start)
    #expect(talk.cover == .none)
  }

  @Test func thePointerIsSeenWhereTheSpeakerIsAndEndsWithTheSlide() {
    var talk = talk()
    let change = talk.perform(.point(Talk.Pointer(.pointer, x: 0.5, y: 2)), at: Self.start)
    #expect(change.isSeen && change.isAny && !change.isKept)
    #expect(talk.pointer == Talk.Pointer(.pointer, x: 0.5, y: 1))
    _ = talk.perform(.next, at: Self.start)
    #expect(talk.pointer == nil)
    _ = talk.perform(.freeze(true), at: Self.start)
    _ = talk.perform(.next, at: Self.start)
    #expect(!talk.perform(.point(Talk.Pointer(.spotlight, x: 0, y: 0)), at: Self.start).isSeen)
    #expect(Talk.Pointer(.pointer, x: .nan, y: -1) == Talk.Pointer(.pointer, x: 0, y: 0))
  }

  @Test func aMessageForATimeEndsAndIsNotKept() {
    var talk = talk()
    #expect(talk.perform(.message("stays", nil), at: Self.start).isKept)
    #expect(talk.messageEnd == nil)
    _ = talk.perform(.message("", nil), at: Self.start)
    #expect(talk.message == nil)
    let passing = talk.perform(.message("soon over", 2000), at: Self.start)
    #expect(passing.isSeen && !passing.isKept)
    #expect(!talk.perform(.passTime, at: later(1)).isAny)
    #expect(talk.perform(.passTime, at: later(2)).isSeen)
    #expect(talk.message == nil && talk.messageEnd == nil)
  }

  @Test func aCodeIsKeptUntilItIsTakenBack() {
    var talk = talk()
    #expect(talk.perform(.code("https://example.org"), at: Self.start).isKept)
    #expect(talk.code == "https://example.org")
    #expect(talk.perform(.code(""), at: Self.start).isSeen)
    #expect(talk.code == nil)
  }

  @Test func theFirstTurnStartsTheTimerAndNoLaterOne() {
    var talk = talk()
    #expect(!talk.perform(.previous, at: Self.start).isAny)
    #expect(!talk.timer.isRunning)
    _ = talk.perform(.next, at: Self.start)
    #expect(talk.timer.milliseconds(at: later(3)) == 3000)
    _ = talk.perform(.pauseTimer, at: later(4))
    _ = talk.perform(.next, at: later(5))
    #expect(!talk.timer.isRunning && talk.timer.milliseconds(at: later(60)) == 4000)
    _ = talk.perform(.startTimer, at: later(10))
    #expect(talk.timer.milliseconds(at: later(11)) == 5000)
    _ = talk.perform(.resetTimer, at: later(20))
    #expect(talk.timer.milliseconds(at: later(21)) == 1000)
  }

  @Test func aTimerThatWasResetIsStartedByATurn() {
    var talk = talk()
    _ = talk.perform(.next, at: Self.start)
    _ = talk.perform(.pauseTimer, at: later(1))
    _ = talk.perform(.resetTimer, at: later(2))
    #expect(talk.timer.milliseconds(at: later(3)) == 0)
    _ = talk.perform(.next, at: later(4))
    #expect(talk.timer.milliseconds(at: later(6)) == 2000)
  }

  @Test func theDurationIsWithinADay() {
    var talk = talk()
    #expect(talk.perform(.setDuration(20 * 60_000), at: Self.start).isKept)
    #expect(talk.durationMilliseconds == 1_200_000)
    _ = talk.perform(.setDuration(.max), at: Self.start)
    #expect(talk.durationMilliseconds == Talk.longestMilliseconds)
    _ = talk.perform(.setDuration(0), at: Self.start)
    #expect(talk.durationMilliseconds == nil)
  }

  @Test func aDeckThatHasBecomeShorterKeepsBothWithinIt() {
    var talk = talk(page: 4)
    _ = talk.perform(.freeze(true), at: Self.start)
    _ = talk.perform(.last, at: Self.start)
    let change = talk.setPages(3)
    #expect(talk.page == 3 && talk.shownPage == 3 && change.isSeen && change.isKept)
    #expect(!talk.setPages(3).isAny)
    #expect(talk.setPages(8).isTurn)
  }

  @Test func aTurnTakesNoPassingMessageForKept() {
    var talk = talk()
    _ = talk.perform(.message("soon over", 2000), at: Self.start)
    #expect(talk.perform(.next, at: Self.start).isKept)
    #expect(talk.message == "soon over")
  }
}
