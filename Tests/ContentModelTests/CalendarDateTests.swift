import ContentModel
import DisplayTypes
import Testing

@Suite struct CalendarDateTests {
  @Test func everyDayHasItsNumberAndItsWeekday() throws {
    var date = try #require(CalendarDate("1600-01-01"))
    var weekday = date.weekday
    #expect(weekday == .saturday)
    for number in date.dayNumber..<date.dayNumber + 400_000 {
      date = try #require(CalendarDate(dayNumber: number))
      #expect(date.dayNumber == number)
      #expect(date.weekday == weekday)
      weekday = Weekday(rawValue: weekday.rawValue % 7 + 1) ?? .monday
    }
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("2000-03-01", 11_017), ("2026-11-21", 20_778), ("0001-01-01", -719_162),
    ("9999-12-31", 2_932_896),
  ])
  func knownDays(text: String, number: Int) throws {
    let date = try #require(CalendarDate(text))
    #expect(date.dayNumber == number)
    #expect(CalendarDate(dayNumber: number) == date)
  }

  @Test(arguments: [-719_163, 2_932_897, .min, .max]) func outsideOfTheCalendarThereIsNoDay(number: Int) {
    #expect(CalendarDate(dayNumber: number) == nil)
  }
}
