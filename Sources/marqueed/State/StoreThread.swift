import EventLoop
import SystemPackage

/// Writes all that is kept on a thread of its own, one job after the other: the main thread never waits for a disk.
final class StoreThread {
  private let thread: OnDemandThread
  private var values: [WeakValue] = []
  /// What was found damaged at this start, and what became of it, for `status`.
  private(set) var findings: [String] = []

  /// - Parameter main: The main thread's mailbox.
  init(main: Mailbox) { thread = OnDemandThread("marquee-store", main: main) }

  /// How many jobs have not ended yet.
  var pending: Int { thread.pending }

  /// Runs a job on the store's thread, then calls `completion` on the main thread.
  ///
  /// - Throws: Why there is no thread.
  func perform<Answer: Sendable>(
    _ job: @escaping @Sendable () -> Answer, then completion: @escaping (Answer) -> Void
  ) throws(Errno) { try thread.perform(job, then: completion) }

  /// Has the store know something that it keeps, so that it is tried again at the end.
  func add(_ value: any Retried) {
    values.removeAll { $0.value == nil }
    values.append(WeakValue(value: value))
  }

  /// Has `status` tell of something that was found damaged.
  func add(finding: String) { findings.append(finding) }

  /// Waits until all jobs have ended, with those that follow from them; false if the time is not enough.
  @discardableResult
  func wait(milliseconds: Int32) -> Bool { thread.wait(milliseconds: milliseconds) }

  /// The daemon ends: what could not be kept is tried once more, and all jobs are waited for, that long at most.
  func end(milliseconds: Int32) -> Bool {
    for value in values { value.value?.retry() }
    return wait(milliseconds: milliseconds)
  }
}

extension StoreThread {
  /// Something that is tried again if it could not be kept.
  protocol Retried: AnyObject {
    func retry()
  }

  private struct WeakValue {
    weak var value: (any Retried)?
  }
}

/// Counts what was to be written and what of that was, and calls in order who waits for it.
final class WriteCompletions {
  /// How much was to be written so far.
  private(set) var accepted: UInt64 = 0
  private var answered: UInt64 = 0
  private var waiting: [(number: UInt64, action: () -> Void)] = []
  private var isAnswering = false

  /// More is to be written.
  func accept() { accepted += 1 }

  /// Calls `action` once all changes so far are written or have failed; immediately if no change is waiting.
  func wait(_ action: @escaping () -> Void) {
    guard answered < accepted || isAnswering else { return action() }
    waiting.append((accepted, action))
  }

  /// So much was written, or could not be; one that waits from now on follows the others.
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
