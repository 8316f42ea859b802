import Foundation

/// Limits the number of virtual machines that a user runs on this host, for all checkouts.
///
/// Two machines run at a time. A machine for figures of time runs alone.
struct MachineLock: ~Copyable, Sendable {
  private let places: [Place]

  /// Waits until a machine may start. The place becomes free when the value is released.
  ///
  /// Machines start in the order of their calls, so that a machine that needs both places gets its turn.
  init(alone isAlone: Bool, by deadline: MachineDeadline) throws {
    let turn = try Self.lockFile("turn")
    // The kernel grants the lock in the order of the requests.
    while flock(turn.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw VirtualMachineError("flock: \(String(cString: strerror(errno)))") }
    }
    defer { withExtendedLifetime(turn) {} }
    places =
      isAlone
      ? [try Place(among: 0..<1, by: deadline), try Place(among: 1..<2, by: deadline)]
      : [try Place(among: 0..<2, by: deadline)]
  }

  private static func lockFile(_ name: String) throws -> Descriptor {
    let path = FileManager.default.temporaryDirectory.appending(path: "marquee-vm-\(getuid())-\(name).lock").path
    return try Descriptor(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666), "open \(path)")
  }

  /// The place of one machine.
  private final class Place: Sendable {
    private let file: Descriptor

    init(among numbers: Range<Int>, by deadline: MachineDeadline) throws {
      file = try Self.take(numbers, by: deadline)
    }

    private static func take(_ numbers: Range<Int>, by deadline: MachineDeadline) throws -> Descriptor {
      while true {
        for number in numbers {
          let file = try MachineLock.lockFile("\(number)")
          if flock(file.number, LOCK_EX | LOCK_NB) == 0 { return file }
        }
        guard !deadline.hasPassed else { throw VirtualMachineError("Other virtual machines run, and do not end.") }
        MachineDeadline.pause(milliseconds: 50)
      }
    }
  }
}
