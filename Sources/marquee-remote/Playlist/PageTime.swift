internal import ContentModel

/// Times in the zone of the daemon's configuration, as the page shows them: `2026-11-28T22:30`.
struct PageTime {
  private let rules: ZoneRules

  /// The times of a zone; of the machine's zone for nil, and for a zone that this machine does not know.
  init(zone: String?) {
    rules = (try? ZoneDatabase.rules(of: zone)) ?? (try? ZoneDatabase.rules(of: nil)) ?? .utc
  }

  /// The local time of a moment, with its seconds if they are not zero.
  func exactText(_ time: WallTime) -> String {
    let text = String(local(time).prefix(19))
    return text.hasSuffix(":00") ? String(text.dropLast(3)) : text
  }

  /// The local time of a moment, to the minute.
  func text(_ time: WallTime) -> String { String(local(time).prefix(16)) }

  /// The moment of a local time; nil for another text. Of a time that exists twice, the first moment counts.
  func moment(_ text: String) -> WallTime? {
    // The text has the same form as a time in UTC without its zone, which checks the calendar.
    guard text.utf8.count == 16, let utc = WallTime("\(text)Z") else { return nil }
    return WallTime(seconds: rules.moment(ofLocal: utc.seconds))
  }

  private func local(_ time: WallTime) -> String { time.text(offset: rules.offset(at: time.seconds)) }
}
