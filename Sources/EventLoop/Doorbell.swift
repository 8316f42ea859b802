internal import CLinuxEvents
internal import Glibc
public import SystemPackage

/// Wakes another thread's loop, or a thread that waits (eventfd).
public final class Doorbell: Sendable {
  /// Readable while it has been rung.
  public let descriptor: Int32

  /// Fails where descriptors have run out.
  public init() throws(Errno) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
  }

  deinit { close(descriptor) }

  /// Makes the descriptor readable; from any thread.
  public func ring() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Makes it unreadable again.
  public func silence() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }

  /// Blocks until it is rung, or the time is over.
  public func wait(milliseconds: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&entry, 1, milliseconds) < 0, errno == EINTR {}
  }
}
