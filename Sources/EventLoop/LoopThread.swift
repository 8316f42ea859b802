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

  /// Below 2 MiB, so that the kernel never backs a stack of which some pages are used with a huge page.
  private static let stackSize = 1 << 20

  /// What the new thread is given; it crosses over once, before the thread begins.
  private final class Start: Sendable {
    let name: String
    let isUrgent: Bool
    let main: @Sendable () -> Void
    let mailbox: Mailbox
    /// Guarded by the order of things: the starter makes it and does not touch it again.
    private nonisolated(unsafe) let loop: EventLoop

    init(name: String, isUrgent: Bool, main: @escaping @Sendable () -> Void) throws(Errno) {
      let loop = try EventLoop()
      self.name = name
      self.isUrgent = isUrgent
      self.main = main
      mailbox = loop.mailbox
      unsafe self.loop = loop
    }

    /// The new thread's life.
    func run() {
      unsafe marquee_name_thread(name)
      if isUrgent {
        var priority = sched_param(sched_priority: 1)
        _ = unsafe pthread_setschedparam(pthread_self(), SCHED_RR, &priority)
      }
      _ = unsafe pthread_setspecific(slot, Unmanaged.passUnretained(loop).toOpaque())
      mailbox.settle()
      main()
      unsafe loop.run()
    }
  }

  /// Starts a thread called `name` (15 bytes at most) that calls `main`, then turns its loop (`EventLoop.current`) until that is
  /// stopped.
  ///
  /// - Parameter isUrgent: asks for the lowest real-time priority, so that a busy machine delays no flip; without the right to
  ///   it the thread stays an ordinary one.
  /// - Returns: the loop's mailbox.
  public static func start(
    name: String, isUrgent: Bool = false, main: @escaping @Sendable () -> Void = {}
  ) throws(Errno) -> Mailbox {
    let start = try Start(name: name, isUrgent: isUrgent, main: main)
    let result = DetachedThread.start(stackSize: stackSize) { start.run() }
    guard result == 0 else { throw Errno(rawValue: result) }
    return start.mailbox
  }
}

/// A thread whose end is not waited for.
enum DetachedThread {
  private final class Work: Sendable {
    let main: @Sendable () -> Void

    init(_ main: @escaping @Sendable () -> Void) { self.main = main }
  }

  /// Zero, or the errno; then `main` is not called.
  static func start(stackSize: Int, _ main: @escaping @Sendable () -> Void) -> Int32 {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = unsafe Unmanaged.passRetained(Work(main))
    let result = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        if let argument = unsafe argument { unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().main() }
        return nil
      }, work.toOpaque())
    if result != 0 { unsafe work.release() }
    return result
  }
}
