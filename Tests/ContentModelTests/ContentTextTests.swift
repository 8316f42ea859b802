import ContentModel
import DisplayTypes
import Testing

@Suite struct ContentTextTests {
  @Test(
    "times are read and written",
    arguments: [
      ("8s", 8_000), ("500ms", 500), ("1m30s", 90_000), ("2h", 7_200_000), ("7d", 604_800_000), ("1s500ms", 1_500),
      ("0s", 0),
    ])
  func durations(text: String, milliseconds: Int) {
    #expect(DurationText.milliseconds(text) == milliseconds)
    #expect(DurationText.text(milliseconds) == text)
  }

  @Test func otherFormsOfATime() {
    #expect(DurationText.milliseconds("1.5s") == 1_500)
    #expect(DurationText.milliseconds("90s") == 90_000)
    #expect(DurationText.milliseconds("0.5m") == 30_000)
    #expect(DurationText.milliseconds("8") == 8_000)
    #expect(DurationText.milliseconds("1.5") == 1_500)
    #expect(DurationText.milliseconds(".5s") == 500)
    #expect(DurationText.millisecondsWithUnit("8") == nil)
  }

  @Test(
    "invalid times are refused",
    arguments: ["", ".", "s", "-8s", "-8", "8 s", "8S", "1s1m", "1s1s", "1m8", "1e3s", "nans", "99999999999999999999d"])
  func noDurations(text: String) {
    #expect(DurationText.milliseconds(text) == nil)
  }

  @Test(
    "moments are read, and written in UTC",
    arguments: [
      ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
      ("1969-12-31T23:59:59.5Z", -500_000_000, "1969-12-31T23:59:59.5Z"),
      ("2026-12-31T18:00+01:00", 1_798_736_400_000_000_000, "2026-12-31T17:00:00Z"),
      ("2026-12-31 18:00:00.000000001-05", 1_798_758_000_000_000_001, "2026-12-31T23:00:00.000000001Z"),
      ("2024-02-29T24:00Z", 1_709_251_200_000_000_000, "2024-03-01T00:00:00Z"),
    ])
  func moments(text: String, nanoseconds: Int64, written: String) throws {
    let moment = try #require(WallTime(text))
    #expect(moment.nanoseconds == nanoseconds)
    #expect(moment.description == written)
    #expect(WallTime(moment.description) == moment)
  }

  @Test(
    "invalid moments are refused",
    arguments: [
      "", "now", "2026-12-31", "2026-12-31T18:00", "2026-13-01T00:00Z", "2026-12-31T25:00Z", "2026-12-31T18:00+1:00",
      "2026-12-31T18:00:00.Z", "2026-12-31T18:00:00.0000000001Z", "9999-01-01T00:00Z", "2026-12-31T18:00:00.+5Z",
    ])
  func noMoments(text: String) {
    #expect(WallTime(text) == nil)
  }

  @Test func daysOfAllYearsComeBack() {
    for number in stride(from: -719_162, through: 2_932_896, by: 97) {
      let date = CalendarDate(dayNumber: number)
      #expect(date?.dayNumber == number)
    }
  }
}
