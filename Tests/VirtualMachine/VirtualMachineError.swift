/// What went wrong with the virtual machine, told so that the reader of a test's log knows what to do.
public struct VirtualMachineError: Error, CustomStringConvertible, Sendable {
  /// The message.
  public let description: String

  /// Makes an error with this message.
  public init(_ description: String) {
    self.description = description
  }
}
