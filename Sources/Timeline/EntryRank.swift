internal import DisplayTypes

/// Which of the entries of a schedule that count at a time goes before the others.
struct EntryRank: Comparable {
  private let isAlarm: Bool
  private let priority: Int
  private let index: Int

  /// The rank of the entry at that place of its schedule.
  init(_ entry: ScheduleEntry, at index: Int) {
    isAlarm = entry.isAlarm
    priority = entry.priority
    self.index = index
  }

  /// Whether the right one goes before the left one; of equal ones the first does, so that an answer there is, although a schedule with
  /// such entries is refused (`ScheduleDescription.contradictions`).
  static func < (left: EntryRank, right: EntryRank) -> Bool {
    (left.isAlarm ? 1 : 0, left.priority, right.index) < (right.isAlarm ? 1 : 0, right.priority, left.index)
  }
}
