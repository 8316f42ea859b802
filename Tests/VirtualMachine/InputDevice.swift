/// A device that is plugged into the running machine.
public enum InputDevice: String, Sendable {
  /// A whole keyboard, which the kernel calls `QEMU Virtio Keyboard`.
  case keyboard
  /// A pointer with absolute positions, which the kernel calls `QEMU Virtio Tablet`.
  case tablet

  var model: String { "virtio-\(rawValue)-pci" }
  var kernelName: String { self == .keyboard ? "QEMU Virtio Keyboard" : "QEMU Virtio Tablet" }
}
