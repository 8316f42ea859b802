import Glibc

/// The time of day at which a talk ends, as `15:30`.
struct TalkEnd: Equatable {
  let hour: Int
  let minute: Int

  /// Reads 24-hour times from 0:00 to 23:59; nil for another text.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts.first, let last = parts.last, (1...2).contains(first.count),
      last.count == 2, text.utf8.allSatisfy({ (0x30...0x3A).contains($0) }), let hour = Int(first),
      let minute = Int(last), (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    (self.hour, self.minute) = (hour, minute)
  }

  /// The seconds from a time of day until the end. The next day is meant if the end was more than 12 hours ago. Nil if it is over.
  ///
  /// - Parameter now: seconds since midnight.
  func seconds(from now: Int) -> Int? {
    let day = 86_400
    let left = hour * 3600 + minute * 60 - now
    if left > 0 { return left }
    return left < -day / 2 ? left + day : nil
  }

  /// The seconds from now, in the local time zone.
  var secondsLeft: Int? { seconds(from: Self.secondsOfDay) }

  private static var secondsOfDay: Int {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return Int(parts.tm_hour) * 3600 + Int(parts.tm_min) * 60 + Int(parts.tm_sec)
  }
}
