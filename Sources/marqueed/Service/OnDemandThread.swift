import CLinuxEvents
import DisplayTypes
import EventLoop
import Synchronization
import SystemPackage

/// A thread that runs one job after the other, and ends while no job waits, unless it is kept.
class OnDemandThread {
  private let name: String
  private let main: Mailbox
  private let trimsHeap: Bool
  private let ended = EndedJobs()
  private var thread: Mailbox?
  private(set) var pending = 0
  private var holds = 0

  /// - Parameters:
  ///   - name: 15 bytes at most.
  ///   - trimsHeap: Whether its memory goes back to the system when it ends.
  init(_ name: String, main: Mailbox, trimsHeap: Bool = false) {
    self.name = name
    self.main = main
    self.trimsHeap = trimsHeap
  }

  /// Runs a job on the thread, then calls `completion` on the main thread.
  ///
  /// - Throws: The reason for which no thread can be started.
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

  /// Keeps the thread until `release`, for jobs that come one after the other.
  func keep() throws(Errno) {
    _ = try startedThread()
    holds += 1
  }

  /// Ends a `keep`.
  func release() {
    holds -= 1
    rest()
  }

  /// Waits until all jobs have ended, with those that follow from them; false if the time is not enough.
  ///
  /// Only for the start and the end of the daemon: it blocks the main thread.
  @discardableResult
  func wait(milliseconds: Int32) -> Bool {
    let end = MonotonicTime.now.advanced(by: UInt64(max(0, milliseconds)) * 1_000_000)
    ended.complete()
    while pending > 0, let thread, let done = try? WakeEvent() {
      let left = end.nanoseconds(since: .now) / 1_000_000
      guard left > 0 else { break }
      thread.post { done.signal() }
      done.wait(milliseconds: Int32(clamping: left))
      ended.complete()
    }
    return pending == 0
  }

  private func startedThread() throws(Errno) -> Mailbox {
    if let thread { return thread }
    let thread = try LoopThread.start(name: name)
    self.thread = thread
    return thread
  }

  private func rest() {
    guard pending == 0, holds == 0, let thread else { return }
    self.thread = nil
    thread.post { [trimsHeap] in
      if trimsHeap { marquee_trim_heap() }
      EventLoop.current?.stop()
    }
  }
}

/// The completions of jobs that have ended, in their order, until the main thread calls them.
private final nonisolated class EndedJobs: Sendable {
  private let completions = Mutex<[@Sendable () -> Void]>([])

  func add(_ completion: @escaping @Sendable () -> Void) { completions.withLock { $0.append(completion) } }

  /// Calls them; on the main thread.
  func complete() {
    let all = completions.withLock { completions in
      defer { completions = [] }
      return completions
    }
    for completion in all { completion() }
  }
}

/// Brings an answer of another thread to a completion on the main thread.
///
/// The other thread has only a number, so the completion and all that it holds end on the main thread.
struct AnswerRelay<Answer: Sendable> {
  private let number: UInt64

  init(_ completion: @escaping (Answer) -> Void) { number = PendingCompletions.add(Completion(call: completion)) }

  /// Call it once.
  func complete(_ answer: Answer) {
    (PendingCompletions.completions.removeValue(forKey: number) as? Completion)?.call(answer)
  }

  private struct Completion {
    let call: (Answer) -> Void
  }
}

/// The completions of questions that other threads have not answered.
private enum PendingCompletions {
  static var completions: [UInt64: Any] = [:]
  private static var last: UInt64 = 0

  static func add(_ completion: Any) -> UInt64 {
    last += 1
    completions[last] = completion
    return last
  }
}
