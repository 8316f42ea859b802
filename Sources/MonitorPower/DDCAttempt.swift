package import DisplayTypes
package import EventLoop
internal import Glibc
internal import SystemPackage

/// Where `marquee-ddc` is, and how long it may take.
package struct DDCProgram: Hashable, Sendable {
  /// The program's path.
  package var path: String
  /// How long it may take, in milliseconds: a monitor that starts is read for ten seconds and more.
  package var patience: UInt64

  package init(path: String, patience: UInt64 = 45_000) {
    self.path = path
    self.patience = patience
  }

  /// What is not possible without the program, as a sentence; nil if the program is there.
  package var obstacle: String? {
    guard unsafe access(path, X_OK) != 0 else { return nil }
    guard errno == ENOENT else { return "\(path) cannot be started: \(Errno(rawValue: errno))" }
    return "there is no \(path); the package marquee-ddc has it"
  }
}

/// One attempt to bring a monitor to a power state by a run of `marquee-ddc`: libddcutil waits for the monitor, and may end its program.
///
/// Belongs to the loop's thread, which waits for nothing. It ends, with its program, when it is let go of.
package final class DDCAttempt {
  /// What came of the attempt, and where the monitor was found.
  package struct Outcome: Hashable {
    package var report: PowerReport
    /// The device by which the monitor was reached, as `/dev/i2c-4`.
    package var device: String?
    /// The program's sandbox; nil if the program did not tell.
    package var sandbox: SandboxReport?
  }

  private let program: DDCProgram
  private let wish: PowerWish
  private let report: (Outcome) -> Void
  private var worker: WorkerProcess?
  private var watch: Watch?
  private var timer: LoopTimer?
  private var obstacle: String?

  /// What the program may say: a line, and perhaps a line on its sandbox.
  private static let longestOutput = 4096

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - edid: which monitor, the EDID's first block in hexadecimal digits.
  ///   - slots: the processes of which the program takes one.
  ///   - report: called once, in a later turn of the loop.
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
        longestPacket: Self.longestOutput, slots: slots)
      self.worker = worker
      watch = try loop.watch(worker.pidDescriptor, for: .readable) { [weak self] _ in self?.programEnded() }
      timer?.arm(at: MonotonicTime.now.advanced(by: program.patience * 1_000_000))
    } catch {
      obstacle = program.obstacle ?? "\(program.path) cannot be started: \(error)"
      timer?.arm(at: .now)
    }
  }

  // The watch ends before its descriptor is closed.
  deinit { watch?.cancel() }

  private func timePassed() {
    end(
      DDCReply(
        .noAdapter,
        reason: obstacle ?? "marquee-ddc took longer than \(program.patience / 1000) s and was ended"))
  }

  private func programEnded() {
    guard let worker, let ending = worker.reap() else { return }
    guard ending == .exited(0) else { return end(DDCReply(.noAdapter, reason: "marquee-ddc failed: \(ending.words)")) }
    guard let reply = DDCReply(output: output(of: worker)) else {
      return end(DDCReply(.noAdapter, reason: "marquee-ddc failed: it gave no answer"))
    }
    end(reply, sandbox: reply.sandbox)
  }

  /// All that the program has said, which is no more than a socket holds.
  private func output(of worker: WorkerProcess) -> [UInt8] {
    var output: [UInt8] = []
    while case .packet(let bytes, let descriptors) = worker.receive() {
      for descriptor in descriptors { close(descriptor) }
      output += bytes
    }
    return output
  }

  private func end(_ reply: DDCReply, sandbox: SandboxReport? = nil) {
    timer?.disarm()
    watch?.cancel()
    watch = nil
    worker = nil
    let power = PowerReport(asked: wish, told: reply.told, reason: reply.reason, by: .ddc)
    report(Outcome(report: power, device: reply.device, sandbox: sandbox))
  }
}
