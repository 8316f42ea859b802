import Foundation
import TestKit

/// A process that ends with its owner in every case: `Tests/Guest/keep` watches a pipe that only we hold open.
struct KeptProcess: ~Copyable, Sendable {
  private let pipeEnd: Int32
  private let keeper: pid_t

  /// Starts `command`, and appends its output to the file `log`.
  init(_ command: [String], log: String) throws {
    var ends: [Int32] = [-1, -1]
    // A pair of sockets, because Glibc lacks pipe2: no other process may inherit our end.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &ends) == 0 else {
      throw VirtualMachineError("socketpair: \(String(cString: strerror(errno)))")
    }
    let readEnd = try Descriptor(ends[0], "socketpair")
    let log = try Descriptor(StartedProgram.openLog(log), "open \(log)")
    do throws(StartedProgram.Failure) {
      keeper = try StartedProgram.start(
        [ScriptFile(name: "keep").path] + command, input: readEnd.number, output: log.number, errors: log.number)
    } catch {
      close(ends[1])
      throw VirtualMachineError("Cannot start \(command[0]): \(error)")
    }
    pipeEnd = ends[1]
  }

  /// Ends the process and waits for its end.
  deinit {
    close(pipeEnd)
    _ = StartedProgram.wait(for: keeper)
  }
}
