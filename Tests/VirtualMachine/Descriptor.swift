import Glibc

/// The owner of one file descriptor.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  /// Takes ownership of the result of a call; throws the call's error if the result is negative.
  init(_ result: Int32, _ operation: @autoclosure () -> String) throws {
    guard result >= 0 else {
      throw VirtualMachineError("\(operation()): \(String(cString: strerror(errno)))")
    }
    number = result
  }

  deinit {
    close(number)
  }
}
