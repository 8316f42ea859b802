internal import EventLoop
internal import Glibc

/// Calls back when a file system was mounted or unmounted, of which inotify says nothing: a USB stick that comes back.
nonisolated final class MountTable {
  private let descriptor: Int32
  private var watch: Watch?

  /// Nil without /proc.
  init?(loop: EventLoop, didChange: @escaping () -> Void) {
    descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // The kernel marks a change as an error and as urgent, once for each look (proc(5)).
    watch = try? loop.watch(descriptor, for: .priority) { _ in didChange() }
  }

  deinit {
    watch?.cancel()
    close(descriptor)
  }
}
