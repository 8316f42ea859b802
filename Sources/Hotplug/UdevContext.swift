internal import CUdev

/// libudev's context: what every call of it needs.
///
/// Ends with the value.
@safe final class UdevContext {
  let pointer: OpaquePointer

  /// Nil where memory has run out.
  init?() {
    guard let pointer = unsafe udev_new() else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { _ = unsafe udev_unref(pointer) }
}
