internal import ContentModel
internal import Glibc

/// Times in the machine's zone, as the page shows them: `2026-11-28T22:30`.
enum PageTime {
  /// The local time of a moment, with its seconds if they are not zero.
  static func exactText(_ time: WallTime) -> String {
    let seconds = ((time.seconds % 60) + 60) % 60
    return seconds == 0 ? text(time) : "\(text(time)):\(seconds < 10 ? "0" : "")\(seconds)"
  }

  /// The local time of a moment, to the minute.
  static func text(_ time: WallTime) -> String {
    var seconds = time_t(time.seconds)
    var parts = unsafe tm()
    unsafe localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (year, month, day) = unsafe (parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday)
    let (hour, minute) = unsafe (parts.tm_hour, parts.tm_min)
    return "\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute))"
  }

  /// The moment of a local time; nil for another text. Of a time that exists twice, either moment may count.
  static func moment(_ text: String) -> WallTime? {
    // The text has the same form as a time in UTC without its zone, which checks the calendar.
    guard text.utf8.count == 16, let utc = WallTime("\(text)Z") else { return nil }
    var seconds = time_t(utc.seconds)
    var parts = unsafe tm()
    unsafe gmtime_r(&seconds, &parts)
    unsafe parts.tm_isdst = -1
    let moment = unsafe mktime(&parts)
    return WallTime(seconds: Int64(moment))
  }
}
