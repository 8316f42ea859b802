/// An error of the virtual machine, with a message for the reader of a test's log.
public struct VirtualMachineError: Error, CustomStringConvertible, Sendable {
  /// The message.
  public let description: String

  /// Makes an error with this message.
  public init(_ description: String) {
    self.description = description
  }
}
