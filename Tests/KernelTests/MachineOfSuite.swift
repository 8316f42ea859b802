import Synchronization
import Testing
import VirtualMachine

/// The machine that a suite's tests share, and the next one where it has fallen silent.
///
/// A guest that hangs is one test's failure: those after it are played in a machine that works.
final class MachineOfSuite: Sendable {
  private let options: BootOptions
  private let machine: Mutex<VirtualMachine>

  /// Boots the first.
  init(_ options: BootOptions) async throws {
    self.options = options
    machine = Mutex(try await Self.boot(options))
  }

  /// Whether the present one does.
  var answers: Bool { machine.withLock { $0 }.answers() }

  /// The machine; a new one where that does not answer any more, with a warning that tells what its console and processors did.
  func get() async throws -> VirtualMachine {
    let current = machine.withLock { $0 }
    guard !current.answers() else { return current }
    let report = current.reportOfHang()
    current.shutdown()
    let next = try await Self.boot(options)
    machine.withLock { $0 = next }
    Issue.record("The virtual machine fell silent, and another was booted. \(report)", severity: .warning)
    return next
  }

  /// A machine that answers: under emulation a kernel hangs now and then before anything of ours has run, hence two attempts.
  static func boot(_ options: BootOptions) async throws -> VirtualMachine {
    do {
      return try await VirtualMachine.boot(options)
    } catch {
      Issue.record("The virtual machine did not start, and is started once more. \(error)", severity: .warning)
      return try await VirtualMachine.boot(options)
    }
  }

  /// Ends the machine.
  func shutdown() { machine.withLock { $0.shutdown() } }
}
