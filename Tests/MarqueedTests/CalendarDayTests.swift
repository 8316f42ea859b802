import Testing

@testable import marqueed

@Suite struct CalendarDayTests {
  @Test(arguments: [
    (0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (11_017, "2000-03-01"), (19_723, "2024-01-01"),
    (20_778, "2026-11-21"), (47_540, "2100-02-28"), (47_541, "2100-03-01"), (Int.max, "9999-12-31"),
    (Int.min, "0001-01-01"),
  ])
  func daysHaveTheirDates(day: Int, date: String) {
    #expect(CalendarDay(since1970: day).description == date)
  }
}
