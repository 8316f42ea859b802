internal import CUdev
internal import Glibc

/// A netlink socket for libudev's events of DRM devices.
@safe final class UdevMonitor {
  enum Source: String {
    /// The kernel's events, also without udevd; a new card has no node and no permissions yet.
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
    // A burst must not overflow the socket during a turn. An unprivileged process gets at most the system's limit.
    _ = unsafe udev_monitor_set_receive_buffer_size(pointer, 1 << 20)
    guard unsafe udev_monitor_enable_receiving(pointer) >= 0 else {
      _ = unsafe udev_monitor_unref(pointer)
      return nil
    }
  }

  deinit { _ = unsafe udev_monitor_unref(pointer) }

  /// libudev's own socket, non-blocking.
  var descriptor: Int32 { unsafe udev_monitor_get_fd(pointer) }

  /// Whether events did not fit into the socket (ENOBUFS) before the last call of `next`.
  private(set) var hasLostEvents = false

  /// The next event; nil if there is none.
  func next() -> UdevDevice? {
    errno = 0
    hasLostEvents = false
    if let device = unsafe udev_monitor_receive_device(pointer) { return unsafe UdevDevice(owning: device) }
    hasLostEvents = errno == ENOBUFS
    return nil
  }
}

/// The owner of a reference to one of udev's devices.
@safe struct UdevDevice: ~Copyable {
  private let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) {
    unsafe self.pointer = pointer
  }

  deinit { _ = unsafe udev_device_unref(pointer) }

  var action: String { unsafe string(udev_device_get_action(pointer)) }
  /// The node, as `/dev/dri/card0`; empty for connectors and other devices without one.
  var node: String { unsafe string(udev_device_get_devnode(pointer)) }
  func property(_ name: String) -> String { unsafe string(udev_device_get_property_value(pointer, name)) }

  /// Whether the parent's attribute marks the firmware's boot display.
  var parentIsBootDisplay: Bool {
    // The parent is borrowed from its child.
    guard let parent = unsafe udev_device_get_parent(pointer) else { return false }
    return unsafe string(udev_device_get_sysattr_value(parent, "boot_vga")) == "1"
  }

  private func string(_ text: UnsafePointer<CChar>?) -> String {
    unsafe text.map { unsafe String(cString: $0) } ?? ""
  }
}

/// The owner of libudev's context, which every call needs.
@safe final class UdevContext {
  let pointer: OpaquePointer

  init?() {
    guard let pointer = unsafe udev_new() else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { _ = unsafe udev_unref(pointer) }
}
