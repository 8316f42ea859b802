import Foundation

/// How many virtual machines run on this host, whichever checkout starts them.
///
/// A machine whose clock is the host's has the host for itself: another one would spoil its timing. Of those that count instructions two run
/// at a time.
struct MachineLock: ~Copyable, Sendable {
  private let first: Descriptor
  private let second: Descriptor?

  /// Waits until a machine may start; another may when the value goes.
  init(alone isAlone: Bool, by deadline: Deadline) throws {
    guard isAlone else {
      while true {
        for place in 0..<2 {
          if let descriptor = try Self.take(place) {
            first = descriptor
            second = nil
            return
          }
        }
        try Self.pause(deadline)
      }
    }
    first = try Self.wait(for: 0, by: deadline)
    second = try Self.wait(for: 1, by: deadline)
  }

  private static func wait(for place: Int, by deadline: Deadline) throws -> Descriptor {
    while true {
      if let descriptor = try take(place) { return descriptor }
      try pause(deadline)
    }
  }

  private static func take(_ place: Int) throws -> Descriptor? {
    let path = FileManager.default.temporaryDirectory.appending(path: "marquee-vm-\(place).lock").path
    let descriptor = try Descriptor(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666), "open \(path)")
    return flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 ? descriptor : nil
  }

  private static func pause(_ deadline: Deadline) throws {
    guard !deadline.hasPassed else { throw VirtualMachineError("Other virtual machines run, and do not end.") }
    Deadline.pause(milliseconds: 50)
  }
}
