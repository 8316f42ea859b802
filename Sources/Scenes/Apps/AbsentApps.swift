/// Since which day apps have been away of which something is kept besides sessions.
///
/// Pure. Days are counted from 1970-01-01 in UTC.
nonisolated struct AbsentApps: Hashable {
  /// By the app's name.
  private(set) var days: [String: Int]

  init(_ days: [String: Int]) { self.days = days }

  /// Counts on to a day, and takes out those whose time is over.
  ///
  /// `named` are apps of which something is kept, `present` those that are there, or have sessions.
  mutating func takeOver(named: Set<String>, present: Set<String>, today: Int) -> Set<String> {
    days = days.filter { named.contains($0.key) && !present.contains($0.key) }
    for name in named.subtracting(present) where days[name] == nil { days[name] = today }
    let over = Set(days.filter { today - $0.value > SessionExpiry.lifetime }.keys)
    for name in over { days[name] = nil }
    return over
  }
}
