public import DisplayTypes

extension ScheduleDescription {
  /// What is wrong with its times, at most `limit` of it; each pair of entries is told once.
  ///
  /// Goes by the calendar alone: times that clocks skip or show twice make no entries meet that are apart otherwise.
  public func contradictions(limit: Int = 10) -> [ScheduleContradiction] {
    let days = entries.map(EntryDays.init)
    var found: [ScheduleContradiction] = []
    for second in entries.indices {
      guard found.count < limit else { return found }
      guard days[second].first(commonWith: days[second], shifted: 0) != nil else {
        found.append(.never(entry: second))
        continue
      }
      for first in entries.indices where first < second && found.count < limit {
        let (one, other) = (entries[first], entries[second])
        guard one.isAlarm == other.isAlarm, one.priority == other.priority, one.action != other.action else { continue }
        if let (day, weekday, time) = days[first].overlap(with: days[second]) {
          found.append(.overlap(first: first, second: second, day: day, weekday: weekday, time: time))
        }
      }
    }
    return found
  }
}
