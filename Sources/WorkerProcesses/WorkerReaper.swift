internal import CLinuxEvents
internal import Glibc

/// Takes the exit status of a process that was killed, so that it is no zombie.
@safe package enum WorkerReaper {
  /// Killed, a process ends at once, unless it is in a call of the kernel that no signal breaks off; in milliseconds.
  private static let patience: Int32 = 100
  private static let stackSize = 256 << 10

  /// Waits a moment for a child's end; where it does not come, a thread of its own waits on.
  ///
  /// The pidfd stays the caller's.
  package static func reap(_ pid: Int32, pidDescriptor: Int32) {
    var watched = pollfd(fd: pidDescriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&watched, 1, patience)
    // -1: it is nobody's child any more.
    guard waitpid(pid, nil, WNOHANG) == 0 else { return }
    leave(pid)
  }

  /// Without a thread for it, it is a zombie once it has ended, until we end too.
  private static func leave(_ pid: Int32) {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    _ = unsafe pthread_create(
      &thread, &attributes,
      { pid in
        unsafe marquee_name_thread("reaper")
        while waitpid(Int32(Int(bitPattern: pid)), nil, 0) < 0, errno == EINTR {}
        return nil
      }, UnsafeMutableRawPointer(bitPattern: Int(pid)))
  }
}
