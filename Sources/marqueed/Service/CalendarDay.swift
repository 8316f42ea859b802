import Glibc

/// A day of the calendar that everybody uses, in UTC.
nonisolated struct CalendarDay: Hashable, CustomStringConvertible {
  /// As ISO 8601 has it: 2026-11-21.
  let description: String

  /// The day so many days after 1970-01-01, or before where it is negative; for years from 1 to 9999.
  init(since1970 days: Int) {
    var seconds = time_t(min(max(days, -719_162), 2_932_896) * 86_400)
    var parts = tm()
    var text = [CChar](repeating: 0, count: 16)
    gmtime_r(&seconds, &parts)
    _ = strftime(&text, text.count, "%04Y-%m-%d", &parts)
    description = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
