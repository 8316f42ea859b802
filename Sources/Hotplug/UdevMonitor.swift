internal import CUdev
internal import Glibc

/// A netlink socket on which libudev hands out events of DRM devices: the kernel's own, or udev's copies of them.
@safe final class UdevMonitor {
  /// Whose events are heard.
  enum Source: String {
    /// The kernel's: sooner, and there without udevd; but a new card has no node and no permissions yet.
    case kernel
    /// udev's copies, after its rules have run.
    case udev
  }

  private let context: UdevContext
  private let pointer: OpaquePointer

  /// Nil where the socket cannot be made, as in a container without network access.
  init?(_ source: Source, context: UdevContext) {
    guard let pointer = unsafe udev_monitor_new_from_netlink(context.pointer, source.rawValue) else { return nil }
    self.context = context
    unsafe self.pointer = pointer
    _ = unsafe udev_monitor_filter_add_match_subsystem_devtype(pointer, "drm", nil)
    // A storm must not overflow the socket while a turn is under way. Beyond the limit of an unprivileged process it fails.
    _ = unsafe udev_monitor_set_receive_buffer_size(pointer, 1 << 20)
    guard unsafe udev_monitor_enable_receiving(pointer) >= 0 else {
      _ = unsafe udev_monitor_unref(pointer)
      return nil
    }
  }

  deinit { _ = unsafe udev_monitor_unref(pointer) }

  /// The socket; non-blocking, libudev's own.
  var descriptor: Int32 { unsafe udev_monitor_get_fd(pointer) }

  /// Some events did not fit into the socket (ENOBUFS) before the last call of `next`.
  private(set) var hasLostEvents = false

  /// The next event; nil when all were taken.
  func next() -> UdevDevice? {
    errno = 0
    hasLostEvents = false
    if let device = unsafe udev_monitor_receive_device(pointer) { return unsafe UdevDevice(owning: device) }
    hasLostEvents = errno == ENOBUFS
    return nil
  }
}
