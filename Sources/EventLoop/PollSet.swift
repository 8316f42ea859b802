internal import CLinuxEvents
internal import DisplayTypes
internal import Glibc
internal import SystemPackage

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
