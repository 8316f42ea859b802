internal import Glibc

/// Wakes a thread that waits in poll(2).
final class Waker: Sendable {
  /// Readable once somebody has called.
  let descriptor: Int32
  private let other: Int32

  /// Without descriptors, where there are no more, nobody is woken.
  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, other) = (ends[0], ends[1])
  }

  deinit {
    for end in [descriptor, other] where end >= 0 { close(end) }
  }

  /// Wakes it; calls before it has been seen count as one.
  func wake() {
    var byte: UInt8 = 1
    _ = write(other, &byte, 1)
  }

  /// It is awake.
  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
