internal import CLinuxEvents
internal import Glibc

/// Takes the exit status of a process that was killed, so that it is no zombie.
@safe package enum WorkerReaper {
  /// Killed, a process ends at once, unless it is in a call of the kernel that no signal breaks off; in milliseconds.
  private static let patience: Int32 = 100
  private static let stackSize = 256 << 10

  /// Waits a moment for a child's end; where it does not come, a thread of its own waits on.
  ///
  /// The pidfd stays the caller's. `done` is called on whichever thread has taken the status.
  package static func reap(_ pid: Int32, pidDescriptor: Int32, done: (@Sendable () -> Void)? = nil) {
    var watched = pollfd(fd: pidDescriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&watched, 1, patience)
    // -1: it is nobody's child any more.
    guard waitpid(pid, nil, WNOHANG) == 0 else {
      done?()
      return
    }
    leave(Leftover(pid: pid, done: done))
  }

  /// A process that has not ended yet.
  private final class Leftover: Sendable {
    let pid: Int32
    let done: (@Sendable () -> Void)?

    init(pid: Int32, done: (@Sendable () -> Void)?) {
      self.pid = pid
      self.done = done
    }

    func wait() {
      while waitpid(pid, nil, 0) < 0, errno == EINTR {}
      done?()
    }
  }

  /// Without a thread for it, it is a zombie once it has ended, until we end too.
  private static func leave(_ leftover: Leftover) {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let handed = unsafe Unmanaged.passRetained(leftover)
    let result = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        unsafe marquee_name_thread("reaper")
        if let argument = unsafe argument {
          unsafe Unmanaged<Leftover>.fromOpaque(argument).takeRetainedValue().wait()
        }
        return nil
      }, handed.toOpaque())
    if result != 0 { unsafe handed.release() }
  }
}
