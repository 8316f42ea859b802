package import DisplayTypes
package import EventLoop
internal import Glibc
internal import SystemPackage

package struct DDCProgram: Hashable, Sendable {
  package var path: String
  /// The time limit in milliseconds. It must allow ten seconds or more of readings of a starting monitor.
  package var timeoutMilliseconds: UInt64

  package init(path: String, timeoutMilliseconds: UInt64 = 45_000) {
    self.path = path
    self.timeoutMilliseconds = timeoutMilliseconds
  }

  /// The reason why the program cannot start; nil if it can.
  package var obstacle: String? {
    guard unsafe access(path, X_OK) != 0 else { return nil }
    guard errno == ENOENT else { return "\(path) cannot be started: \(Errno(rawValue: errno))" }
    return "there is no \(path); the package marquee-ddc has it"
  }
}

/// One attempt to bring a monitor to a power state with the program `marquee-ddc`. It is another program because libddcutil waits for the
/// monitor, and may crash. This object belongs to the loop's thread, and its release ends the program.
package final class DDCAttempt {
  package struct Outcome: Hashable {
    package var report: PowerReport
    /// The device of the monitor, such as `/dev/i2c-4`.
    package var device: String?
    /// The sandbox of the program; nil if the program did not report it.
    package var sandbox: SandboxReport?
  }

  private let program: DDCProgram
  private let wish: PowerWish
  private let report: (Outcome) -> Void
  private var worker: WorkerProcess?
  private var watch: Watch?
  private var timer: LoopTimer?
  private var obstacle: String?

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - edid: the first block of the monitor's EDID in hexadecimal digits.
  ///   - report: runs once, in a later turn of the loop.
  package init(
    _ program: DDCProgram, _ wish: PowerWish, edid: String, loop: EventLoop, slots: WorkerSlots?,
    report: @escaping (Outcome) -> Void
  ) {
    self.program = program
    self.wish = wish
    self.report = report
    timer = loop.makeTimer { [weak self] in self?.timePassed() }
    do throws(Errno) {
      let worker = try WorkerProcess(
        path: program.path, arguments: ["--edid", edid, wish.rawValue], socketNumber: STDOUT_FILENO,
        longestPacket: 4096, slots: slots)
      self.worker = worker
      watch = try loop.watch(worker.pidDescriptor, for: .readable) { [weak self] _ in self?.programEnded() }
      timer?.arm(at: MonotonicTime.now.advanced(by: program.timeoutMilliseconds * 1_000_000))
    } catch {
      obstacle = program.obstacle ?? "\(program.path) cannot be started: \(error)"
      timer?.arm(at: .now)
    }
  }

  // The watch ends before its descriptor is closed.
  deinit { watch?.cancel() }

  private func timePassed() {
    fail(obstacle ?? "marquee-ddc took longer than \(program.timeoutMilliseconds / 1000) s and was ended")
  }

  private func programEnded() {
    guard let worker, let ending = worker.reap() else { return }
    guard ending == .exited(0) else { return fail("marquee-ddc failed: \(ending.words)") }
    var output: [UInt8] = []
    while case .packet(let bytes, let descriptors) = worker.receive() {
      for descriptor in descriptors { close(descriptor) }
      output += bytes
    }
    guard let reply = DDCReply(output: output) else { return fail("marquee-ddc failed: it gave no answer") }
    end(reply, sandbox: reply.sandbox)
  }

  private func fail(_ reason: String) { end(DDCReply(.noAdapter, reason: reason), sandbox: nil) }

  private func end(_ reply: DDCReply, sandbox: SandboxReport?) {
    timer?.disarm()
    watch?.cancel()
    watch = nil
    worker = nil
    let power = PowerReport(asked: wish, told: reply.told, reason: reply.reason, by: .ddc)
    report(Outcome(report: power, device: reply.device, sandbox: sandbox))
  }
}
