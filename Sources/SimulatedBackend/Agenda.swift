internal import DisplayTypes

/// Work that is due at certain times, in the order of these and then of its entry.
struct Agenda<Work> {
  private struct Entry {
    let time: MonotonicTime
    let number: UInt64
    let work: Work
  }

  private var entries: [Entry] = []
  /// The number of the entry that came last.
  private(set) var lastEntry: UInt64 = 0

  mutating func add(_ work: Work, at time: MonotonicTime) {
    lastEntry += 1
    entries.append(Entry(time: time, number: lastEntry, work: work))
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }

  /// When the next work is due; nil where there is none.
  var nextTime: MonotonicTime? { earliest(enteredUpTo: .max).map { entries[$0].time } }

  /// Takes the earliest work that is due, of what was entered up to `border`.
  mutating func takeDue(at now: MonotonicTime, enteredUpTo border: UInt64) -> (time: MonotonicTime, work: Work)? {
    guard let index = earliest(enteredUpTo: border), entries[index].time <= now else { return nil }
    let entry = entries.remove(at: index)
    return (entry.time, entry.work)
  }

  private func earliest(enteredUpTo border: UInt64) -> Int? {
    var best: Int?
    for index in entries.indices where entries[index].number <= border {
      // Entries stand in the order of their numbers, so the first of equal times is the older.
      if let found = best, entries[index].time >= entries[found].time { continue }
      best = index
    }
    return best
  }
}
