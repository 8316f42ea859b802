import Testing

@testable import marqueectl

/// The time of `--until`.
@Suite struct TalkEndTests {
  @Test(arguments: ["0:00", "9:05", "15:30", "23:59"])
  func timesOfDayAreRead(text: String) throws {
    let end = try #require(TalkEnd(text))
    #expect("\(end.hour):\(end.minute < 10 ? "0" : "")\(end.minute)" == text)
  }

  @Test(arguments: ["", "15", "24:00", "15:60", "15:3", "15:300", "3pm", "-1:30", "15:30:00", ":30", "１５:30"])
  func otherTextsAreRefused(text: String) {
    #expect(TalkEnd(text) == nil)
  }

  @Test(arguments: [
    ("15:30", 15 * 3600 + 10 * 60, 1200), ("15:30", 15 * 3600 + 29 * 60 + 59, 1), ("0:30", 23 * 3600 + 1800, 3600),
  ])
  func theTalkHasTheTimeUntilThen(text: String, now: Int, seconds: Int) throws {
    #expect(try #require(TalkEnd(text)).seconds(from: now) == seconds)
  }

  @Test(arguments: [15 * 3600 + 1800, 16 * 3600, 86_399])
  func aTimeInThePastIsOver(now: Int) throws {
    #expect(try #require(TalkEnd("15:30")).seconds(from: now) == nil)
  }
}
