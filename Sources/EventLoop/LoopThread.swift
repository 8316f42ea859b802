internal import CLinuxEvents
internal import Glibc
package import SystemPackage

/// A thread with its own event loop.
package enum LoopThread {
  /// The slot for the loop of each thread.
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

  /// Less than 2 MiB, so that the kernel never uses a huge page for a stack that is mostly unused.
  private static let stackSize = 1 << 20

  /// Starts a thread that calls `main`, then runs its loop (`EventLoop.current`) until the loop is stopped.
  ///
  /// - Parameters:
  ///   - name: at most 15 bytes.
  ///   - isUrgent: requests the lowest real-time priority, so that a busy machine delays no flip.
  ///   - ended: signalled at the end of the thread, after the thread has released its loop and all work that was posted to it.
  /// - Returns: the loop's mailbox.
  package static func start(
    name: String, isUrgent: Bool = false, ended: WakeEvent? = nil, main: @escaping @Sendable () -> Void = {}
  ) throws(Errno) -> Mailbox {
    // Only the new thread uses the loop after this.
    nonisolated(unsafe) let loop = try EventLoop()
    let mailbox = unsafe loop.mailbox
    let result = DetachedThread.start(stackSize: stackSize, ended: ended) {
      unsafe marquee_name_thread(name)
      if isUrgent {
        var priority = sched_param(sched_priority: 1)
        _ = unsafe pthread_setschedparam(pthread_self(), SCHED_RR, &priority)
      }
      _ = unsafe pthread_setspecific(slot, Unmanaged.passUnretained(loop).toOpaque())
      mailbox.bindToCurrentThread()
      main()
      unsafe loop.run()
    }
    guard result == 0 else { throw Errno(rawValue: result) }
    return mailbox
  }
}

/// A thread that no other thread waits for.
enum DetachedThread {
  private final class Work: Sendable {
    let main: @Sendable () -> Void
    let ended: WakeEvent?

    init(_ main: @escaping @Sendable () -> Void, _ ended: WakeEvent?) {
      self.main = main
      self.ended = ended
    }
  }

  /// Starts a thread. Returns zero, or the errno if the thread could not be started. `ended` is signalled after `main` is released.
  static func start(stackSize: Int, ended: WakeEvent? = nil, _ main: @escaping @Sendable () -> Void) -> Int32 {
    start(stackSize, Work(main, ended))
  }

  private static func start(_ stackSize: Int, _ work: Work) -> Int32 {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = unsafe Unmanaged.passRetained(work)
    let result = unsafe pthread_create(&thread, &attributes, { unsafe DetachedThread.run($0) }, work.toOpaque())
    if result != 0 { unsafe work.release() }
    return result
  }

  private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument = unsafe argument { unsafe perform(argument)?.signal() }
    return nil
  }

  /// Runs and releases the work of a thread. A function of its own, so that its caller holds nothing of the work.
  @inline(never)
  private static func perform(_ argument: UnsafeMutableRawPointer) -> WakeEvent? {
    let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
    work.main()
    return work.ended
  }
}
