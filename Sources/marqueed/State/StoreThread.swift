import DisplayTypes
import EventLoop
import Synchronization
import SystemPackage

/// Writes all that is kept on a thread of its own, one job after the other: the main thread never waits for a disk.
///
/// The thread is there only while there is a job.
final class StoreThread {
  private let main: Mailbox
  private let ended = EndedJobs()
  private var thread: Mailbox?
  private var values: [WeakValue] = []
  /// How many jobs have not ended yet.
  private(set) var pending = 0
  /// What was found damaged at this start, and what became of it, for `status`.
  private(set) var findings: [String] = []

  /// - Parameter main: The main thread's mailbox.
  init(main: Mailbox) { self.main = main }

  /// Runs a job on the store's thread, then calls `completion` on the main thread.
  ///
  /// - Throws: Why there is no thread.
  func perform<Answer: Sendable>(
    _ job: @escaping @Sendable () -> Answer, then completion: @escaping (Answer) -> Void
  ) throws(Errno) {
    let thread = try startedThread()
    pending += 1
    let relay = AnswerRelay<Answer> { [weak self] answer in
      self?.pending -= 1
      completion(answer)
      self?.rest()
    }
    thread.post { [ended, main] in
      let answer = job()
      ended.add { MainActor.assumeIsolated { relay.complete(answer) } }
      main.post { ended.complete() }
    }
  }

  /// Has the store know something that it keeps, so that it is tried again at the end.
  func add(_ value: any Retried) {
    values.removeAll { $0.value == nil }
    values.append(WeakValue(value: value))
  }

  /// Has `status` tell of something that was found damaged.
  func add(finding: String) { findings.append(finding) }

  /// Waits until all jobs have ended, with those that follow from them; false where some time is not enough.
  ///
  /// For the start and the end of the daemon alone: the main thread stands meanwhile.
  @discardableResult
  func wait(milliseconds: Int32) -> Bool {
    let end = MonotonicTime.now.advanced(by: UInt64(max(0, milliseconds)) * 1_000_000)
    ended.complete()
    while pending > 0, let thread, let bell = try? WakeEvent() {
      let left = end.nanoseconds(since: .now) / 1_000_000
      guard left > 0 else { break }
      thread.post { bell.ring() }
      bell.wait(milliseconds: Int32(clamping: left))
      ended.complete()
    }
    return pending == 0
  }

  /// The daemon ends: what could not be kept is tried once more, and all jobs are waited for, that long at most.
  func end(milliseconds: Int32) -> Bool {
    for value in values { value.value?.retry() }
    return wait(milliseconds: milliseconds)
  }

  /// Ends the thread if there is nothing to do.
  private func rest() {
    guard pending == 0, let thread else { return }
    self.thread = nil
    thread.post { EventLoop.current?.stop() }
  }

  private func startedThread() throws(Errno) -> Mailbox {
    if let thread { return thread }
    let thread = try LoopThread.start(name: "marquee-store")
    self.thread = thread
    return thread
  }
}

extension StoreThread {
  /// Something that is tried again if it could not be kept.
  protocol Retried: AnyObject {
    /// Tries it again now.
    func retry()
  }

  private struct WeakValue {
    weak var value: (any Retried)?
  }
}

/// The completions of jobs that have ended, in their order, until the main thread calls them.
private final nonisolated class EndedJobs: Sendable {
  private let completions = Mutex<[@Sendable () -> Void]>([])

  func add(_ completion: @escaping @Sendable () -> Void) { completions.withLock { $0.append(completion) } }

  /// Calls them; on the main thread.
  func complete() {
    let all = completions.withLock { completions in
      let all = completions
      completions = []
      return all
    }
    for completion in all { completion() }
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
