internal import Glibc

/// The device files that libinput has open, which only this program's own functions open and close for it.
///
/// They are opened for reading alone: nothing is ever written to a device.
final class OpenFiles {
  private var descriptors: [String: Int32] = [:]
  /// What could not be opened, and the errno, since this was last asked.
  private(set) var refusals: [(path: String, errno: Int32)] = []

  /// Opens a device; the descriptor, or a negative errno.
  func open(_ path: String) -> Int32 {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      let error = errno
      refusals.append((path, error))
      return -error
    }
    descriptors[path] = descriptor
    return descriptor
  }

  /// Closes one.
  func close(_ descriptor: Int32) {
    Glibc.close(descriptor)
    descriptors = descriptors.filter { $0.value != descriptor }
  }

  /// The descriptor of a device; nil where it is not open.
  func descriptor(of path: String) -> Int32? { descriptors[path] }

  /// Takes what could not be opened.
  func takeRefusals() -> [(path: String, errno: Int32)] {
    defer { refusals = [] }
    return refusals
  }
}
