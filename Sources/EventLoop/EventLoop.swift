internal import CLinuxEvents
public import DisplayTypes
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

/// A file descriptor that an event loop watches.
///
/// Belongs to the loop's thread; watching ends with `cancel()` or with the value.
///
/// The descriptor stays the caller's: cancel first, then close.
public final class Watch {
  let descriptor: Int32
  let key: UInt64
  let handler: (IOEvents) -> Void
  private weak var loop: EventLoop?

  init(descriptor: Int32, key: UInt64, loop: EventLoop, handler: @escaping (IOEvents) -> Void) {
    self.descriptor = descriptor
    self.key = key
    self.loop = loop
    self.handler = handler
  }

  /// Watches for other events from now on.
  ///
  /// An error here means that the descriptor was closed too early.
  public func update(_ events: IOEvents) {
    loop?.modify(self, events)
  }

  /// Ends the watch; the handler is not called again.
  ///
  /// May be called more than once.
  public func cancel() {
    loop?.remove(self)
    loop = nil
  }

  deinit { cancel() }
}

/// A timer of an event loop.
///
/// It is made once and armed as often as needed; arming allocates nothing.
///
/// Belongs to the loop's thread.
public final class LoopTimer {
  /// When it fires; nil while it is not armed.
  public private(set) var deadline: MonotonicTime?
  private let handler: () -> Void

  init(handler: @escaping () -> Void) {
    self.handler = handler
  }

  /// Fires once at `time`, or in the loop's next turn where that has passed.
  ///
  /// Replaces an earlier deadline.
  public func arm(at time: MonotonicTime) {
    deadline = time
  }

  /// Does not fire any more.
  public func disarm() {
    deadline = nil
  }

  /// Fires where the deadline has come.
  func fire(now: MonotonicTime) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    handler()
  }
}

/// What a file descriptor is watched for, and what happened on it.
///
/// The bits are epoll's.
public struct IOEvents: OptionSet, Sendable {
  /// The kernel's bits (`EPOLLIN` and others).
  public var rawValue: UInt32

  /// Takes the kernel's bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// There is something to read, or the other side has closed.
  public static let readable = IOEvents(rawValue: 0x001)
  /// Urgent data; on sysfs attributes and pressure files "it changed".
  public static let priority = IOEvents(rawValue: 0x002)
  /// Writing would not block.
  public static let writable = IOEvents(rawValue: 0x004)
  /// An error is pending.
  ///
  /// Always watched for.
  public static let error = IOEvents(rawValue: 0x008)
  /// The other side hung up.
  ///
  /// Always watched for.
  public static let hangUp = IOEvents(rawValue: 0x010)
  /// The other side has ended its stream, or hung up (`EPOLLRDHUP`).
  public static let readHangUp = IOEvents(rawValue: 0x2000)
  /// Only what comes is told, once, and what is there when it is asked for; not what stays (`EPOLLET`).
  public static let onlyNew = IOEvents(rawValue: 1 << 31)
}

/// The loop's epoll set and its timerfd: every call to the kernel that `EventLoop` makes, once.
@safe final class PollSet {
  let timerDescriptor: Int32
  private let epoll: Int32
  private let ready: UnsafeMutableBufferPointer<epoll_event>

  init() throws(Errno) {
    let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw Errno(rawValue: errno) }
    let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard timer >= 0 else {
      let error = Errno(rawValue: errno)
      close(epoll)
      throw error
    }
    self.epoll = epoll
    timerDescriptor = timer
    unsafe ready = .allocate(capacity: 32)
    unsafe ready.initialize(repeating: epoll_event())
  }

  deinit {
    close(timerDescriptor)
    close(epoll)
    unsafe ready.deallocate()
  }

  func add(_ descriptor: Int32, events: IOEvents, key: UInt64) throws(Errno) {
    var event = unsafe epoll_event(events: events.rawValue, data: epoll_data_t(u64: key))
    guard unsafe epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 else { throw Errno(rawValue: errno) }
  }

  func modify(_ descriptor: Int32, events: IOEvents, key: UInt64) {
    var event = unsafe epoll_event(events: events.rawValue, data: epoll_data_t(u64: key))
    _ = unsafe epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event)
  }

  func remove(_ descriptor: Int32) {
    // Fails only where the descriptor was closed before, which has removed it already.
    _ = epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// Waits for events and returns how many are ready; zero where a signal interrupted.
  func wait(blocking: Bool) -> Int {
    let count = unsafe epoll_wait(epoll, ready.baseAddress, Int32(ready.count), blocking ? -1 : 0)
    return max(0, Int(count))
  }

  /// The key and the events of one that is ready; `index` is below what `wait` returned.
  func event(at index: Int) -> (key: UInt64, events: IOEvents) {
    let event = unsafe ready[index]
    return unsafe (event.data.u64, IOEvents(rawValue: event.events))
  }

  /// Arms the timer for a moment, or disarms it.
  func setTimer(to deadline: MonotonicTime?) {
    var setting = itimerspec()
    if let deadline {
      // Zero would disarm it.
      let nanoseconds = max(1, deadline.nanoseconds)
      setting.it_value.tv_sec = Int(clamping: nanoseconds / 1_000_000_000)
      setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    }
    _ = unsafe timerfd_settime(timerDescriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  /// Takes the timer's expiry, so that it is not ready any more.
  func clearTimer() {
    var count: UInt64 = 0
    _ = unsafe read(timerDescriptor, &count, 8)
  }
}

extension MonotonicTime {
  /// The present moment on `CLOCK_MONOTONIC`, the clock of the kernel's page-flip timestamps.
  public static var now: MonotonicTime {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0, time.tv_sec >= 0, time.tv_nsec >= 0 else { return .zero }
    return MonotonicTime(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
  }
}
