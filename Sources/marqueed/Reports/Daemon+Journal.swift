import Content
import DisplayTypes
import Presentation

extension Daemon {
  /// Keeps what may be asked for in a report.
  func note(_ what: JournalEntry.What, at time: MonotonicTime? = nil) {
    let time = time ?? dayClock.screens.now
    if journal.isFull { journal.begin(at: time, wallSeconds: wallSeconds, state: keptState) }
    journal.add(what, at: time)
  }

  /// Keeps what the device answered.
  func noteAnswer(_ report: DisplayReport) {
    let now = dayClock.screens.now
    if let answer = journal.answer(report, at: now) { note(.answered(answer), at: now) }
  }

  /// Seconds since 1970; nil while nobody vouches for the clock.
  var wallSeconds: Int64? {
    guard let origin = options.replay else { return WallClock.seconds }
    let passed = dayClock.screens.now.nanoseconds(since: origin.beginning.time) / 1_000_000_000
    return origin.beginning.wallSeconds.map { $0 &+ Int64(clamping: passed) }
  }
}
