import EventLoop

/// Writes all kept values one after the other on its own thread, so that the main thread never waits for a disk.
final class StoreThread: OnDemandThread {
  private var retries: [() -> Void] = []
  /// Sentences for `status` about files that were found damaged at this start.
  var findings: [String] = []

  /// - Parameter main: The main thread's mailbox.
  init(main: Mailbox) { super.init("marquee-store", main: main) }

  /// - Parameter retry: repeats a failed write.
  func atEnd(_ retry: @escaping () -> Void) { retries.append(retry) }

  /// Repeats failed writes once more, and waits for all jobs for at most the given time. Called at the end of the daemon.
  func end(milliseconds: Int32) -> Bool {
    for retry in retries { retry() }
    return wait(milliseconds: milliseconds)
  }
}

/// Counts accepted and finished changes, and calls waiting actions in order.
final class WriteCompletions {
  private(set) var accepted: UInt64 = 0
  private var answered: UInt64 = 0
  private var waiting: [(number: UInt64, action: () -> Void)] = []
  private var isAnswering = false

  func accept() { accepted += 1 }

  /// Calls `action` once all changes so far are written or have failed. The call is immediate if no change is waiting.
  func wait(_ action: @escaping () -> Void) {
    guard answered < accepted || isAnswering else { return action() }
    waiting.append((accepted, action))
  }

  /// Notes that changes up to a number are written or have failed. Actions that are added during the call run later.
  func answer(upTo number: UInt64) {
    answered = number
    guard !isAnswering else { return }
    isAnswering = true
    while let first = waiting.first, first.number <= answered {
      waiting.removeFirst()
      first.action()
    }
    isAnswering = false
  }
}
