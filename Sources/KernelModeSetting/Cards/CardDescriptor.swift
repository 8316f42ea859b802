internal import DisplayTypes
internal import SystemPackage

/// An open card, borrowed from the `Card` that owns it: all questions and orders to the kernel start here.
///
/// It is a value that owns nothing, so that a probe thread may use a copy. It must not be used after its owner has closed the
/// card, for the number may then be another file's.
///
/// Every function blocks as long as the kernel does: probing a connector takes 12 to 50 ms and has taken 2 s, a modeset up to
/// several refreshes.
public struct CardDescriptor: Sendable {
  /// The open file's number, to wait on for events.
  ///
  /// Not to be closed or read by others.
  public let number: Int32
  /// The device file, such as `/dev/dri/card0`.
  public let path: String
  package let interface: any DRMInterface
  let definitions = PropertyDefinitions()

  package init(number: Int32, path: String, interface: any DRMInterface) {
    self.number = number
    self.path = path
    self.interface = interface
  }

  /// Turns an errno into the error that callers see.
  ///
  /// EIO comes from hardware that does not answer and from a removed device alike. It counts as lost only when the kernel no
  /// longer answers a harmless question, so that one screen's trouble never closes a card under the others.
  func failure(_ errno: Errno, _ operation: @autoclosure () -> String) -> DisplayError {
    if errno == .ioError, isGone {
      return DisplayError(errno: .operationNotSupportedByDevice, operation: operation(), device: path)
    }
    return DisplayError(errno: errno, operation: operation(), device: path)
  }

  /// Whether the kernel says that the device has been removed.
  private var isGone: Bool {
    do throws(Errno) {
      _ = try interface.capability(number, CardCapabilities.Number.dumbBuffer)
      return false
    } catch {
      return error == .operationNotSupportedByDevice
    }
  }
}
