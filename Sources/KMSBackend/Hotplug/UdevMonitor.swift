internal import CUdev
internal import Glibc

/// A netlink socket on which libudev hands out events of DRM devices: the kernel's own, or udev's copies of them.
@safe final class UdevMonitor {
  /// The source of the events.
  enum Source: String {
    /// The kernel's: sooner, and there without udevd; but a new card has no node and no permissions yet.
    case kernel
    /// udev's copies, after its rules have run.
    case udev
  }

  private let context: UdevContext
  private let pointer: OpaquePointer

  /// Nil if the socket cannot be made, as in a container without network access.
  init?(_ source: Source, context: UdevContext) {
    guard let pointer = unsafe udev_monitor_new_from_netlink(context.pointer, source.rawValue) else { return nil }
    self.context = context
    unsafe self.pointer = pointer
    _ = unsafe udev_monitor_filter_add_match_subsystem_devtype(pointer, "drm", nil)
    // A storm must not overflow the socket during a turn. An unprivileged process gets at most the limit.
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

/// One of udev's devices, as long as the value lives.
@safe struct UdevDevice: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes a reference that libudev has given to the caller.
  init(owning pointer: OpaquePointer) {
    unsafe self.pointer = pointer
  }

  deinit { _ = unsafe udev_device_unref(pointer) }

  var action: String { unsafe string(udev_device_get_action(pointer)) }
  /// The node, as `/dev/dri/card0`; empty for connectors and other devices without one.
  var node: String { unsafe string(udev_device_get_devnode(pointer)) }
  /// The last part of the sysfs path, as `card0` or `card0-HDMI-A-1`.
  var name: String { unsafe string(udev_device_get_sysname(pointer)) }

  func property(_ name: String) -> String { unsafe string(udev_device_get_property_value(pointer, name)) }

  /// The bus driver of the device that the card is on.
  var parentDriver: String {
    // The parent is borrowed from its child.
    guard let parent = unsafe udev_device_get_parent(pointer) else { return "" }
    return unsafe string(udev_device_get_driver(parent))
  }

  /// Whether the parent's attribute marks the firmware's boot display.
  var parentIsBootDisplay: Bool {
    guard let parent = unsafe udev_device_get_parent(pointer) else { return false }
    return unsafe string(udev_device_get_sysattr_value(parent, "boot_vga")) == "1"
  }

  private func string(_ text: UnsafePointer<CChar>?) -> String {
    unsafe text.map { unsafe String(cString: $0) } ?? ""
  }
}

/// libudev's context, which every call needs.
///
/// Released with the value.
@safe final class UdevContext {
  let pointer: OpaquePointer

  /// Nil if memory has run out.
  init?() {
    guard let pointer = unsafe udev_new() else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { _ = unsafe udev_unref(pointer) }
}
