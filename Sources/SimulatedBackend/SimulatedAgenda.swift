internal import DisplayTypes
internal import Presentation

/// The work of a simulated device, ordered by time, and then by entry, with one timer of its clock.
final class SimulatedAgenda {
  /// The numbers are indices of connectors.
  enum Work {
    case probe(Int)
    case probeAll
    case edidArrival(Int, display: UInt64)
    case linkFailure(Int, display: UInt64)
    case commitEnd(Int, CommitToken)
    case flipEnd(Int, CommitToken, sequence: UInt32)
    case abandonment(Int, ScreenID, [CommitToken])
    case deviceLoss
    case deviceReturn

    var isProbe: Bool {
      if case .probe = self { true } else { false }
    }
  }

  private struct Entry {
    let time: MonotonicTime
    let number: UInt64
    let work: Work
  }

  private var entries: [Entry] = []
  /// The number of the newest entry.
  private(set) var lastEntry: UInt64 = 0
  private var timer: (any DisplayTimer)?

  /// Calls `handler` at the time of the earliest work, which `handler` takes with `takeDue` before it rearms the timer.
  func start(on clock: SimulatedClock, _ handler: @escaping () -> Void) { timer = clock.makeTimer(handler) }

  func schedule(_ work: Work, at time: MonotonicTime) {
    lastEntry += 1
    entries.append(Entry(time: time, number: lastEntry, work: work))
    rearm()
  }

  func removeAll() {
    entries.removeAll(keepingCapacity: true)
    rearm()
  }

  /// Takes the earliest work that is due, of the entries up to `border`.
  func takeDue(at now: MonotonicTime, enteredUpTo border: UInt64) -> (time: MonotonicTime, work: Work)? {
    guard let index = earliest(enteredUpTo: border), entries[index].time <= now else { return nil }
    let entry = entries.remove(at: index)
    return (entry.time, entry.work)
  }

  func rearm() {
    if let next = earliest(enteredUpTo: .max) { timer?.arm(at: entries[next].time) } else { timer?.disarm() }
  }

  private func earliest(enteredUpTo border: UInt64) -> Int? {
    // Entries stand in the order of their numbers, and the first of equal times counts.
    entries.indices.filter { entries[$0].number <= border }.min { entries[$0].time < entries[$1].time }
  }
}
