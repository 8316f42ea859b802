internal import CLinuxEvents
public import DisplayTypes
internal import Glibc
public import SystemPackage

/// One thread's event loop: file descriptors (epoll), timers (one timerfd) and a mailbox (one eventfd). The loop belongs to the
/// thread that calls `run()`. Other threads may use only `mailbox`. A turn of the loop allocates nothing. Its maker owns it, and owns
/// the watches and timers.
public final class EventLoop {
  /// Receives work from other threads.
  public let mailbox: Mailbox

  private let poll: PollSet
  private var watches: [UInt64: Weak<Watch>] = [:]
  private var nextKey: UInt64 = 2
  private var timers: [Weak<LoopTimer>] = []
  private var armedDeadline: MonotonicTime?
  private var isRunning = false

  private struct Weak<Value: AnyObject> {
    weak var value: Value?
  }

  private static let mailboxKey: UInt64 = 0
  private static let timerKey: UInt64 = 1

  /// Throws if no descriptor is left.
  public init() throws(Errno) {
    poll = try PollSet()
    mailbox = try Mailbox()
    try poll.add(mailbox.wakeEvent.descriptor, events: .readable, key: EventLoop.mailboxKey)
    try poll.add(poll.timerDescriptor, events: .readable, key: EventLoop.timerKey)
  }

  deinit { mailbox.close() }

  /// The loop of the calling thread if `LoopThread` started it.
  package static var current: EventLoop? { LoopThread.currentLoop }

  /// Calls `handler` in each turn with one of `events`, an error or a hang-up. Ends when the watch is cancelled or released.
  ///
  /// - Throws: `EPERM` for a regular file, `ENOSPC` at the user's limit of watches.
  public func watch(
    _ descriptor: Int32, for events: IOEvents, handler: @escaping (IOEvents) -> Void
  ) throws(Errno) -> Watch {
    let key = nextKey
    nextKey += 1
    try poll.add(descriptor, events: events, key: key)
    let watch = Watch(descriptor: descriptor, key: key, loop: self, handler: handler)
    watches[key] = Weak(value: watch)
    return watch
  }

  /// Makes a timer that is not armed. The caller keeps it alive.
  public func makeTimer(_ handler: @escaping () -> Void) -> LoopTimer {
    let timer = LoopTimer(handler: handler)
    timers.removeAll { $0.value == nil }
    timers.append(Weak(value: timer))
    return timer
  }

  /// Runs turns until `stop()` is called on this thread.
  public func run() {
    isRunning = true
    mailbox.bindToCurrentThread()
    while isRunning { turn(waiting: true) }
  }

  /// Ends `run()` after this turn. Other threads post the call to the mailbox.
  public func stop() {
    isRunning = false
  }

  /// Handles the ready descriptors once, and returns their number. If `waiting` is true, it sleeps until a descriptor is ready.
  @discardableResult
  public func turn(waiting: Bool) -> Int {
    armTimer()
    let count = poll.wait(blocking: waiting)
    for index in 0..<count {
      let (key, events) = poll.event(at: index)
      switch key {
      case EventLoop.mailboxKey: mailbox.runAll()
      case EventLoop.timerKey: timerFired()
      default: watches[key]?.value?.handler(events)
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
    // Use an index, because a handler may add timers, which only appends while this timer is alive.
    var index = 0
    while index < timers.count {
      timers[index].value?.fire(now: now)
      index += 1
    }
  }

  /// Sets the timerfd to the earliest deadline, if that has changed.
  private func armTimer() {
    let earliest = timers.lazy.compactMap { $0.value?.deadline }.min()
    guard earliest != armedDeadline else { return }
    armedDeadline = earliest
    poll.setTimer(to: earliest)
  }
}

/// A file descriptor that an event loop watches until `cancel()`, or until the value is released. It belongs to the loop's thread. The
/// caller keeps the descriptor: cancel the watch before closing it.
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

  /// Replaces the watched events.
  public func update(_ events: IOEvents) {
    loop?.modify(self, events)
  }

  /// Ends the watch. The handler is not called again.
  public func cancel() {
    loop?.remove(self)
    loop = nil
  }

  deinit { cancel() }
}

/// A timer of an event loop, for use on the loop's thread. Arming allocates nothing. The caller of `makeTimer` owns it.
public final class LoopTimer {
  /// Nil while the timer is not armed.
  public private(set) var deadline: MonotonicTime?
  private let handler: () -> Void

  init(handler: @escaping () -> Void) {
    self.handler = handler
  }

  /// Fires once at `time`, or in the next turn if that has passed. Replaces an earlier deadline.
  public func arm(at time: MonotonicTime) {
    deadline = time
  }

  /// Drops the deadline.
  public func disarm() {
    deadline = nil
  }

  func fire(now: MonotonicTime) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    handler()
  }
}

/// Events of a file descriptor; the bits are epoll's (epoll_ctl(2)).
public struct IOEvents: OptionSet, Sendable {
  /// The kernel's bits.
  public var rawValue: UInt32

  /// Takes the kernel's bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A read does not block: data is waiting, or the other side has closed.
  public static let readable = IOEvents(rawValue: 0x001)
  /// Urgent data. For sysfs attributes and pressure files it means a change.
  package static let priority = IOEvents(rawValue: 0x002)
  /// A write does not block.
  public static let writable = IOEvents(rawValue: 0x004)
  /// The other side hung up. Every watch reports this.
  package static let hangUp = IOEvents(rawValue: 0x010)
  /// The other side has ended its stream, or hung up (`EPOLLRDHUP`).
  package static let readHangUp = IOEvents(rawValue: 0x2000)
  /// Edge triggered (`EPOLLET`): reports each change once.
  package static let onlyNew = IOEvents(rawValue: 1 << 31)
}

/// The loop's epoll set and its timerfd.
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
    // This fails only if the descriptor was closed before, which has already removed it.
    _ = epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// Waits for events and returns their number; zero after a signal.
  func wait(blocking: Bool) -> Int {
    let count = unsafe epoll_wait(epoll, ready.baseAddress, Int32(ready.count), blocking ? -1 : 0)
    return max(0, Int(count))
  }

  /// The key and the events of a ready descriptor. `index` must be below the result of `wait`.
  func event(at index: Int) -> (key: UInt64, events: IOEvents) {
    let event = unsafe ready[index]
    return unsafe (event.data.u64, IOEvents(rawValue: event.events))
  }

  func setTimer(to deadline: MonotonicTime?) {
    var setting = itimerspec()
    if let deadline {
      // Zero would disarm the timer.
      let nanoseconds = max(1, deadline.nanoseconds)
      setting.it_value.tv_sec = Int(clamping: nanoseconds / 1_000_000_000)
      setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    }
    _ = unsafe timerfd_settime(timerDescriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  /// Makes the timerfd unreadable after it fired.
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
