internal import CLinuxEvents
internal import DisplayTypes
internal import Glibc
public import SystemPackage

/// One thread's event loop: file descriptors (epoll), timers (one timerfd) and a mailbox (one eventfd).
///
/// Everything but `mailbox` belongs to the thread that calls `run()`. A turn allocates nothing, and a loop with nothing to do
/// sleeps in the kernel without a deadline.
public final class EventLoop {
  /// The way in from other threads.
  public let mailbox: Mailbox

  private let poll: PollSet
  private var watches: [UInt64: WeakWatch] = [:]
  private var nextKey = EventLoop.firstWatchKey
  private var timers: [WeakTimer] = []
  private var armedDeadline: MonotonicTime?
  private var isRunning = false

  private struct WeakWatch {
    weak var watch: Watch?
  }

  private struct WeakTimer {
    weak var timer: LoopTimer?
  }

  private static let mailboxKey: UInt64 = 0
  private static let timerKey: UInt64 = 1
  private static let firstWatchKey: UInt64 = 2

  /// Makes a loop with its three kernel objects; fails where descriptors have run out.
  public init() throws(Errno) {
    poll = try PollSet()
    mailbox = try Mailbox()
    try poll.add(mailbox.descriptor, events: .readable, key: EventLoop.mailboxKey)
    try poll.add(poll.timerDescriptor, events: .readable, key: EventLoop.timerKey)
  }

  deinit { mailbox.shut() }

  /// The loop of the thread that `LoopThread` started and that calls this; nil on every other.
  public static var current: EventLoop? { LoopThread.currentLoop }

  /// Calls `handler` on this thread whenever one of `events`, an error or a hang-up is there (level triggered), until the
  /// watch is cancelled or let go of.
  ///
  /// - Throws: `EPERM` for a regular file, `ENOSPC` where the user's limit of watches is reached.
  public func watch(
    _ descriptor: Int32, for events: IOEvents, handler: @escaping (IOEvents) -> Void
  ) throws(Errno) -> Watch {
    let key = nextKey
    nextKey += 1
    try poll.add(descriptor, events: events, key: key)
    let watch = Watch(descriptor: descriptor, key: key, loop: self, handler: handler)
    watches[key] = WeakWatch(watch: watch)
    return watch
  }

  /// Makes a timer that is not armed yet.
  ///
  /// The caller keeps it alive.
  public func makeTimer(_ handler: @escaping () -> Void) -> LoopTimer {
    let timer = LoopTimer(handler: handler)
    timers.removeAll { $0.timer == nil }
    timers.append(WeakTimer(timer: timer))
    return timer
  }

  /// Turns until `stop()` is called on this thread.
  public func run() {
    isRunning = true
    mailbox.settle()
    while isRunning { turn(waiting: true) }
  }

  /// Ends `run()` after this turn.
  ///
  /// Call it on the loop's thread; from elsewhere post it to the mailbox.
  public func stop() {
    isRunning = false
  }

  /// Handles what is ready, once.
  ///
  /// With `waiting`, sleeps until something is. Returns how many descriptors were.
  @discardableResult
  public func turn(waiting: Bool) -> Int {
    armTimer()
    let count = poll.wait(blocking: waiting)
    for index in 0..<count {
      let (key, events) = poll.event(at: index)
      switch key {
      case EventLoop.mailboxKey: mailbox.empty()
      case EventLoop.timerKey: timerFired()
      default: watches[key]?.watch?.handler(events)
      }
    }
    return count
  }

  func modify(_ watch: Watch, _ events: IOEvents) {
    poll.modify(watch.descriptor, events: events, key: watch.key)
  }

  func remove(_ watch: Watch) {
    guard watches.removeValue(forKey: watch.key) != nil else { return }
    poll.remove(watch.descriptor)
  }

  private func timerFired() {
    poll.clearTimer()
    armedDeadline = nil
    let now = MonotonicTime.now
    // By index: a handler may make timers, which only appends while this one is alive.
    var index = 0
    while index < timers.count {
      timers[index].timer?.fire(now: now)
      index += 1
    }
  }

  /// Sets the one timerfd to the earliest deadline, if that has changed since the last turn.
  private func armTimer() {
    var earliest: MonotonicTime?
    for entry in timers {
      guard let deadline = entry.timer?.deadline else { continue }
      if earliest.map({ deadline < $0 }) ?? true { earliest = deadline }
    }
    guard earliest != armedDeadline else { return }
    armedDeadline = earliest
    poll.setTimer(to: earliest)
  }
}
