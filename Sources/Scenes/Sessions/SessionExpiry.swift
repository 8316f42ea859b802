internal import DisplayTypes

/// Which sessions go since their display has not been seen for a year.
///
/// Pure. Days are counted from 1970-01-01 in UTC.
nonisolated struct SessionExpiry: Hashable {
  /// What is remembered of displays.
  var displays: [DisplayRecord]
  /// Today; nil while the clock cannot be right.
  private let today: Int?

  /// A session outlives its display's last day by so many.
  static let lifetime = 366
  /// A clock that says an earlier day has not been set yet: 2024-01-01.
  static let firstCredibleDay = 19_723

  /// Makes it for a day; one before a day on which a display was seen is not believed.
  init(displays: [DisplayRecord], day: Int) {
    self.displays = displays
    let newest = displays.compactMap(\.lastSeenDay).max() ?? 0
    today = day >= max(newest, SessionExpiry.firstCredibleDay) ? day : nil
  }

  /// Whether a session's time is over; never where it is not known when its display was seen.
  func isOver(_ session: SessionRecord) -> Bool {
    // Application scenes belong to no display.
    guard let today, session.role != .application else { return false }
    let days = displays.filter { display in
      display.identity == session.identity && (!session.identity.isUnknown || display.connector == session.connector)
    }.map(\.lastSeenDay)
    // Of displays with equal identity, the one seen last counts, wherever that was.
    guard !days.contains(nil), let last = days.compactMap(\.self).max() else { return false }
    return today - last > SessionExpiry.lifetime
  }
}
