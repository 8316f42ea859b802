internal import CLinuxEvents
internal import Glibc
public import SystemPackage

/// A thread that runs an event loop of its own.
public enum LoopThread {
  /// The thread's own slot for its loop, which only that thread reads and writes.
  private static let slot: pthread_key_t = {
    var key = pthread_key_t()
    _ = unsafe pthread_key_create(&key, nil)
    return key
  }()

  /// The loop of the calling thread; it lives as long as the thread.
  static var currentLoop: EventLoop? {
    guard let pointer = unsafe pthread_getspecific(slot) else { return nil }
    return unsafe Unmanaged<EventLoop>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// What the new thread is given; it crosses over once, before the thread begins.
  private final class Start {
    let name: String
    let isUrgent: Bool
    let main: @Sendable () -> Void
    let loop: EventLoop

    init(name: String, isUrgent: Bool, loop: EventLoop, main: @escaping @Sendable () -> Void) {
      self.name = name
      self.isUrgent = isUrgent
      self.loop = loop
      self.main = main
    }
  }

  /// Starts a thread called `name` (15 bytes at most) that calls `main`, then runs its loop (`EventLoop.current`) until it is stopped.
  ///
  /// - Parameter isUrgent: asks for the lowest real-time priority, so that a busy machine delays no flip; without the right to
  ///   it the thread stays an ordinary one.
  /// - Returns: the loop's mailbox.
  public static func start(
    name: String, isUrgent: Bool = false, main: @escaping @Sendable () -> Void = {}
  ) throws(Errno) -> Mailbox {
    let loop = try EventLoop()
    let mailbox = loop.mailbox
    let start = unsafe Unmanaged.passRetained(Start(name: name, isUrgent: isUrgent, loop: loop, main: main))
    var thread = pthread_t()
    let result = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        unsafe marquee_name_thread(start.name)
        if start.isUrgent {
          var priority = sched_param(sched_priority: 1)
          _ = unsafe pthread_setschedparam(pthread_self(), SCHED_RR, &priority)
        }
        _ = unsafe pthread_setspecific(slot, Unmanaged.passUnretained(start.loop).toOpaque())
        start.loop.mailbox.settle()
        start.main()
        start.loop.run()
        return nil
      }, start.toOpaque())
    guard result == 0 else {
      unsafe start.release()
      throw Errno(rawValue: result)
    }
    pthread_detach(thread)
    return mailbox
  }
}
