import ContentModel
import ControlProtocol
import DisplayTypes
import Testing

@testable import marqueed

/// The kept record of a talk.
@Suite struct TalkRecordTests {
  private func moment(_ seconds: UInt64, boot: String = "a", wall: Int64 = 1_700_000_000) -> TalkTimestamp {
    TalkTimestamp(
      monotonic: MonotonicTime(nanoseconds: seconds * 1_000_000_000), boot: boot,
      bootNanoseconds: seconds * 1_000_000_000, wallSeconds: wall)
  }

  private var talk: Talk {
    var talk = Talk(
      identifier: "t", deck: "/m/deck.pdf", title: "Deck", page: 2, pages: 9, durationMilliseconds: 1_200_000,
      half: .right, screen: "HDMI-A-1", asksOfNewScreens: true)
    for deed: TalkCommand in [
      .freeze(true), .next, .cover(.white, true), .code("https://example.org"), .message("stays", nil),
      .point(Talk.Pointer(.pointer, x: 0.5, y: 0.5)),
    ] { _ = talk.perform(deed, at: moment(100).monotonic) }
    return talk
  }

  private func copy(_ record: TalkRecord) throws -> TalkRecord {
    try JSON.decode(TalkRecord.self, from: JSON.encode(record))
  }

  @Test func theStateOfAudienceAndSpeakerIsKept() throws {
    let restored = try Talk(copy(TalkRecord(talk, at: moment(105))), at: moment(110))
    #expect(restored.page == 3 && restored.shownPage == 2 && restored.pages == 9)
    #expect(restored.cover == .white && restored.message == "stays" && restored.code == "https://example.org")
    #expect(restored.half == .right && restored.screen == "HDMI-A-1" && restored.asksOfNewScreens)
    #expect(restored.durationMilliseconds == 1_200_000 && restored.title == "Deck" && restored.identifier == "t")
    #expect(restored.pointer == nil)
  }

  @Test func theTimerGoesOnWhileTheDaemonIsNotThere() throws {
    let restored = try Talk(copy(TalkRecord(talk, at: moment(105))), at: moment(110))
    #expect(restored.timer.milliseconds(at: moment(110).monotonic) == 10_000)
    #expect(restored.timer.milliseconds(at: moment(112).monotonic) == 12_000)
  }

  @Test func theTimerContinuesByTheTimeOfDayAfterAReboot() throws {
    let restored = try Talk(copy(TalkRecord(talk, at: moment(105))), at: moment(3, boot: "b", wall: 1_700_000_060))
    #expect(restored.timer.milliseconds(at: moment(3).monotonic) == 65_000)
  }

  @Test func aStoppedTimerStaysStopped() throws {
    var talk = talk
    _ = talk.perform(.pauseTimer, at: moment(103).monotonic)
    let restored = try Talk(copy(TalkRecord(talk, at: moment(105))), at: moment(500))
    #expect(restored.timer.milliseconds(at: moment(600).monotonic) == 3000)
    #expect(!restored.timer.isRunning && restored.timer.wasUsed)
  }

  @Test func aMessageForATimeIsNotKept() throws {
    var talk = talk
    _ = talk.perform(.message("soon over", 5000), at: moment(104).monotonic)
    #expect(try Talk(copy(TalkRecord(talk, at: moment(105))), at: moment(110)).message == nil)
  }

  @Test func numbersThatCannotBeAreMendedOrRefused() throws {
    var record = TalkRecord(talk, at: moment(105))
    record.page = 400
    record.heldPage = -3
    record.timer.passedMilliseconds = -1
    record.timer.bootNanoseconds = .min
    record.cover = "purple"
    let restored = try Talk(copy(record), at: moment(110))
    #expect(restored.page == 9 && restored.shownPage == 1 && restored.cover == .none)
    #expect((0...TalkStopwatch.longestMilliseconds).contains(restored.timer.milliseconds(at: moment(110).monotonic)))
    record.deck = "deck.pdf"
    #expect(!record.isPlausible)
  }
}
