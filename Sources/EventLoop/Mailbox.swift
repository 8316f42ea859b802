internal import CLinuxEvents
internal import Glibc
internal import Synchronization
package import SystemPackage

/// A queue of work for an event loop, usable on any thread. It is also the executor of the loop's thread. The loop owns it.
public final class Mailbox: SerialExecutor {
  private enum Item: Sendable {
    case work(@Sendable () -> Void)
    case job(UnownedJob)
  }

  private struct State: Sendable {
    var items: [Item] = []
    var isOpen = true
  }

  private let state = Mutex(State())
  /// The thread that turns the loop; zero before its first turn.
  private let thread = Atomic<UInt>(0)
  let wakeEvent: WakeEvent

  init() throws(Errno) {
    wakeEvent = try WakeEvent()
  }

  /// Runs `work` on the loop's thread in one of its next turns, in the order of posting. After the end of the loop, work is dropped.
  public func post(_ work: @escaping @Sendable () -> Void) {
    add(.work(work))
  }

  /// Runs a job of an actor with this executor (`SerialExecutor`).
  public func enqueue(_ job: consuming ExecutorJob) {
    add(.job(UnownedJob(job)))
  }

  /// Whether the caller is on the loop's thread (`SerialExecutor`), for `assumeIsolated`.
  public func isIsolatingCurrentContext() -> Bool? {
    thread.load(ordering: .relaxed) == UInt(pthread_self())
  }

  /// Traps on any thread except the loop's (`SerialExecutor`).
  public func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "called from another thread than the event loop's")
  }

  func bindToCurrentThread() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
  }

  private func add(_ item: Item) {
    let isFirst = state.withLock { state in
      guard state.isOpen else { return false }
      state.items.append(item)
      return state.items.count == 1
    }
    if isFirst { wakeEvent.signal() }
  }

  /// Runs the posted work; the loop calls it on its thread.
  func runAll() {
    wakeEvent.reset()
    let items = state.withLock { state in
      defer { state.items = [] }
      return state.items
    }
    for item in items {
      switch item {
      case .work(let work): work()
      case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      }
    }
  }

  /// Drops all work, including later work.
  func close() {
    state.withLock { $0 = State(isOpen: false) }
  }
}

/// Wakes the loop of another thread, or a thread that waits (eventfd).
package final class WakeEvent: Sendable {
  /// Readable while the event is signalled.
  package let descriptor: Int32

  /// Throws if no descriptor is left.
  package init() throws(Errno) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
  }

  deinit { close(descriptor) }

  /// Makes the descriptor readable. Any thread may call it.
  package func signal() {
    var one: UInt64 = 1
    // This fails only if the counter is full, and then the event is already signalled.
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Makes the descriptor unreadable again.
  package func reset() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }

  /// Blocks until the event is signalled or the time is over; false if the time is over.
  @discardableResult
  package func wait(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var ready = unsafe poll(&entry, 1, milliseconds)
    while ready < 0, errno == EINTR { ready = unsafe poll(&entry, 1, milliseconds) }
    return ready == 1
  }
}
