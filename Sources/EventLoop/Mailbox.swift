internal import CLinuxEvents
internal import Glibc
internal import Synchronization
public import SystemPackage

/// The way into an event loop from other threads: work is queued and the loop is woken.
///
/// It is the executor of the loop's thread.
///
/// Sendable: the queue is guarded by a mutex, and the wake-up is an eventfd write.
public final class Mailbox: SerialExecutor {
  private enum Letter: Sendable {
    case work(@Sendable () -> Void)
    case job(UnownedJob)
  }

  private struct State: Sendable {
    var letters: [Letter] = []
    var isOpen = true
  }

  private let state = Mutex(State())
  /// The thread that turns the loop; zero before its first turn.
  private let thread = Atomic<UInt>(0)
  let descriptor: Int32

  init() throws(Errno) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
  }

  /// Runs `work` on the loop's thread in one of its next turns, in the order of posting.
  ///
  /// Dropped once the loop has ended.
  public func post(_ work: @escaping @Sendable () -> Void) {
    deliver(.work(work))
  }

  /// Runs a job of the actor whose executor this is (`SerialExecutor`).
  public func enqueue(_ job: consuming ExecutorJob) {
    deliver(.job(UnownedJob(job)))
  }

  /// Whether the caller is on the loop's thread (`SerialExecutor`); this is what `assumeIsolated` asks.
  public func isIsolatingCurrentContext() -> Bool? {
    thread.load(ordering: .relaxed) == UInt(pthread_self())
  }

  /// Traps where the caller is on another thread (`SerialExecutor`).
  public func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "called from another thread than the event loop's")
  }

  /// The calling thread is the loop's from now on.
  func settle() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
  }

  private func deliver(_ letter: Letter) {
    let isFirst = state.withLock { state in
      guard state.isOpen else { return false }
      state.letters.append(letter)
      return state.letters.count == 1
    }
    if isFirst { wake() }
  }

  private func wake() {
    var one: UInt64 = 1
    // The only failure is a full counter (EAGAIN), and then the loop is awake anyhow.
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Runs what was posted; called by the loop on its thread.
  func empty() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
    let letters = state.withLock { state in
      let letters = state.letters
      state.letters = []
      return letters
    }
    for letter in letters {
      switch letter {
      case .work(let work): work()
      case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      }
    }
  }

  /// Takes no more letters.
  func shut() {
    state.withLock { state in
      state.isOpen = false
      state.letters = []
    }
  }

  deinit { close(descriptor) }
}

/// Wakes another thread's loop, or a thread that waits (eventfd).
public final class WakeEvent: Sendable {
  /// Readable while the event is signalled.
  public let descriptor: Int32

  /// Fails if no descriptor is left.
  public init() throws(Errno) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
  }

  deinit { close(descriptor) }

  /// Makes the descriptor readable; from any thread.
  public func signal() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Makes the descriptor unreadable again.
  public func reset() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }

  /// Blocks until the event is signalled, or the time is over.
  public func wait(milliseconds: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&entry, 1, milliseconds) < 0, errno == EINTR {}
  }
}
