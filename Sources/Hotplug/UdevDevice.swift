internal import CUdev

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

  /// Whether the parent's attribute says that the firmware drew on it.
  var parentIsBootDisplay: Bool {
    guard let parent = unsafe udev_device_get_parent(pointer) else { return false }
    return unsafe string(udev_device_get_sysattr_value(parent, "boot_vga")) == "1"
  }

  private func string(_ text: UnsafePointer<CChar>?) -> String {
    unsafe text.map { unsafe String(cString: $0) } ?? ""
  }
}
