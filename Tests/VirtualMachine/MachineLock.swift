import Foundation

/// One virtual machine at a time on this host and lane, whichever checkout starts it: two would spoil each other's timing.
///
/// `MARQUEE_VM_LANE` names the lane: tests that do not mind have one of their own, behind the others (`tools/test-machine`).
struct MachineLock: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// Waits for the lock; it is let go when the value goes.
  init(by deadline: Deadline) throws {
    let lane = ProcessInfo.processInfo.environment["MARQUEE_VM_LANE"].map { "-\($0)" } ?? ""
    let path = FileManager.default.temporaryDirectory.appending(path: "marquee-vm\(lane).lock").path
    let descriptor = try Descriptor(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666), "open \(path)")
    while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
      guard !deadline.hasPassed else {
        throw VirtualMachineError("Another virtual machine holds \(path) and does not end.")
      }
      Deadline.pause(milliseconds: 100)
    }
    self.descriptor = descriptor
  }
}
