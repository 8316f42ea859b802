import DisplayTypes
import EventLoop
import Glibc
import MonitorPower
import Presentation
import Synchronization
import SystemPackage

/// Runs the jobs of each CEC adapter one after the other. Each adapter has its own thread. If a driver does not answer in time, the jobs of
/// its adapter fail until its thread returns. A thread that hangs in the kernel cannot be ended. The main thread and other adapters do not
/// wait for it.
final class CECAdapterThreads {
  struct Failure: Error { var reason: String }

  /// A job on an adapter, until it ends or is cancelled.
  final class Job {
    fileprivate let flag = CancelFlag()
    fileprivate var fail: ((Failure) -> Void)?
    fileprivate var timer: (any DisplayTimer)?

    /// Stops further messages and reports.
    func cancel() {
      flag.set()
      end()
    }

    fileprivate func end() { (fail, timer) = (nil, nil) }
  }

  private struct Adapter {
    let thread: OnDemandThread
    var jobs: [Job] = []
    /// Whether the driver has not answered in time.
    var isStuck = false
    var hasThread = true
  }

  private let loop: EventLoop
  private let clock: any DisplayClock
  private let open: CECAttempt.Opening
  private let wait: @Sendable (_ nanoseconds: UInt64) -> Void
  private var adapters: [String: Adapter] = [:]

  /// The limit for a job and the jobs before it, in nanoseconds. An attempt takes 35 s.
  static let patience: UInt64 = 60_000_000_000

  /// - Parameter wait: pauses an attempt, on its thread.
  init(
    loop: EventLoop, clock: any DisplayClock,
    open: @escaping CECAttempt.Opening = { path throws(Errno) in try CECAdapter(path: path) },
    wait: @escaping @Sendable (_ nanoseconds: UInt64) -> Void = { usleep(UInt32(clamping: $0 / 1000)) }
  ) {
    self.loop = loop
    self.clock = clock
    self.open = open
    self.wait = wait
  }

  var count: Int { adapters.count }

  /// Runs an attempt. `completion` is called in a later turn of the loop, unless the job is cancelled.
  func perform(_ attempt: CECAttempt, then completion: @escaping (PowerReport) -> Void) -> Job {
    let job = Job()
    let (open, wait, flag) = (open, wait, job.flag)
    add(job, on: attempt.path) {
      attempt.perform(open: open, isCancelled: { flag.isSet }, wait: wait)
    } then: { result in
      switch result {
      case .success(let report): if let report { completion(report) }
      case .failure(let failure): completion(attempt.failure(failure.reason))
      }
    }
    return job
  }

  /// Finds the connectors of adapters until one of them has the `wanted` connector. An adapter that does not answer has no connector. The
  /// same holds for an adapter that no rule names and that cannot wake a display without its plug.
  func findConnectors(
    of paths: [String], areNamed: Bool, until wanted: CECAdapter.Connector?,
    then completion: @escaping ([String: CECAdapter.Connector]) -> Void
  ) {
    guard !paths.isEmpty else { return completion([:]) }
    var found: [String: CECAdapter.Connector] = [:]
    var missing = Set(paths)
    for path in paths {
      let open = open
      add(Job(), on: path) { () -> CECAdapter.Connector? in
        guard let adapter = try? open(path), areNamed || !adapter.needsPlug else { return nil }
        return adapter.connector
      } then: { result in
        guard missing.remove(path) != nil else { return }
        let connector = (try? result.get()) ?? nil
        found[path] = connector
        // A display whose adapter was found does not wait for other adapters.
        if wanted != nil && connector == wanted { missing = [] }
        if missing.isEmpty { completion(found) }
      }
    }
  }

  private func add<Answer: Sendable>(
    _ job: Job, on path: String, _ work: @escaping @Sendable () -> Answer,
    then completion: @escaping (Result<Answer, Failure>) -> Void
  ) {
    job.fail = { completion(.failure($0)) }
    job.timer = clock.makeTimer { [weak self] in self?.giveUp(path) }
    job.timer?.arm(at: clock.now.advanced(by: Self.patience))
    var adapter = adapters[path] ?? Adapter(thread: OnDemandThread("cec", main: loop.mailbox))
    adapter.jobs.append(job)
    adapters[path] = adapter
    // Report the failure in a later turn, because the caller does not have the job yet.
    guard !adapter.isStuck else { return job.timer?.arm(at: clock.now) ?? () }
    let flag = job.flag
    do throws(Errno) {
      try adapter.thread.perform {
        flag.isSet ? nil : work()
      } then: { [weak self] (answer: Answer?) in
        let isWanted = job.fail != nil
        job.end()
        self?.ended(job, on: path)
        if isWanted, let answer { completion(.success(answer)) }
      }
    } catch {
      adapters[path]?.hasThread = false
      job.timer?.arm(at: clock.now)
    }
  }

  private func ended(_ job: Job, on path: String) {
    guard var adapter = adapters[path] else { return }
    adapter.isStuck = false
    adapter.jobs.removeAll { $0 === job }
    adapters[path] = adapter.thread.pending == 0 && adapter.jobs.isEmpty ? nil : adapter
  }

  /// Gives up after the first job took too long or got no thread. The jobs that wait for it fail too.
  private func giveUp(_ path: String) {
    guard let adapter = adapters[path] else { return }
    adapters[path] = adapter.thread.pending > 0 ? Adapter(thread: adapter.thread, isStuck: true) : nil
    let reason =
      adapter.hasThread
      ? "the driver of \(path) does not answer; unplug the adapter and plug it in again, or restart the machine"
      : "no thread could be started for \(path)"
    for job in adapter.jobs {
      let fail = job.fail
      job.cancel()
      fail?(Failure(reason: reason))
    }
  }
}

nonisolated private final class CancelFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }

  func set() { value.store(true, ordering: .releasing) }
}
