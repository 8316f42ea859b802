import CLinuxEvents
import DisplayTypes
import EventLoop
import Synchronization
import SystemPackage

/// A thread that runs one job after the other. It ends when no job waits, unless it is kept.
class OnDemandThread {
  private let name: String
  private let main: Mailbox
  private let trimsHeap: Bool
  private let ended = EndedJobs()
  private var thread: Mailbox?
  private(set) var pending = 0
  private var holds = 0

  /// - Parameters:
  ///   - name: at most 15 bytes.
  ///   - trimsHeap: whether the thread's free memory goes back to the system at its end.
  init(_ name: String, main: Mailbox, trimsHeap: Bool = false) {
    self.name = name
    self.main = main
    self.trimsHeap = trimsHeap
  }

  /// Runs a job on the thread, then calls `completion` on the main thread.
  ///
  /// - Throws: The reason why no thread can be started.
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

  /// Keeps the thread alive until `release`, for a series of jobs.
  func keep() throws(Errno) {
    _ = try startedThread()
    holds += 1
  }

  /// Ends a `keep`.
  func release() {
    holds -= 1
    rest()
  }

  /// Waits until all jobs have ended, including those that they add; false if the time runs out. Use it only at the start and the end of
  /// the daemon, because it blocks the main thread.
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

/// The completions of ended jobs, in order, until the main thread calls them.
private final nonisolated class EndedJobs: Sendable {
  private let completions = Mutex<[@Sendable () -> Void]>([])

  func add(_ completion: @escaping @Sendable () -> Void) { completions.withLock { $0.append(completion) } }

  /// Calls the completions, on the main thread.
  func complete() {
    let all = completions.withLock { completions in
      defer { completions = [] }
      return completions
    }
    for completion in all { completion() }
  }
}

/// Passes an answer from another thread to a completion on the main thread. The other thread has only a number. So the completion and its
/// values are released on the main thread.
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

/// The completions that still wait for an answer from another thread.
private enum PendingCompletions {
  static var completions: [UInt64: Any] = [:]
  private static var last: UInt64 = 0

  static func add(_ completion: Any) -> UInt64 {
    last += 1
    completions[last] = completion
    return last
  }
}
