internal import DisplayTypes
public import EventLoop
internal import Glibc
internal import SystemPackage

/// One monitor asked by DDC/CI: by a program of its own, since libddcutil waits for the monitor, and may end its program.
///
/// Belongs to the loop's thread, which waits for nothing.
public final class DDCConversation: PowerConversation {
  private enum Step {
    /// Another monitor is asked, or the pause between two runs is not over.
    case waiting
    /// It may run.
    case ready
    case running
    /// It was killed, for this reason.
    case condemned(String)
    case over
  }

  /// What is asked of the monitor.
  public let wish: PowerWish
  private let program: DDCProgram
  private let arguments: [String]
  private let loop: EventLoop
  private let turns: DDCTurns
  private let report: (PowerReport, _ device: String?) -> Void
  private var step = Step.waiting
  private var worker: WorkerProcess?
  private var watches: [Watch] = []
  private var timer: LoopTimer?
  private var said: [UInt8] = []
  private var runs = 0

  /// What it may say: a line, and perhaps something of libddcutil before it.
  private static let longestOutput = 4096

  /// Begins in a later turn of the loop; `edid` says which monitor, its first block in hexadecimal digits.
  ///
  /// `report` is called in a later turn, once, with the device by which the monitor was reached.
  public init(
    _ program: DDCProgram, wish: PowerWish, edid: String, loop: EventLoop, turns: DDCTurns,
    report: @escaping (PowerReport, _ device: String?) -> Void
  ) {
    self.program = program
    self.wish = wish
    self.loop = loop
    self.turns = turns
    self.report = report
    arguments = ["--edid", edid, wish.rawValue]
    timer = loop.makeTimer { [weak self] in self?.timePassed() }
    timer?.arm(at: .now)
  }

  // The watches end before what they watch is closed.
  deinit { forgetWorker() }

  /// Ends it, and its program; nothing more is reported.
  public func end() {
    step = .over
    timer?.disarm()
    forgetWorker()
    turns.leave(self)
  }

  private func timePassed() {
    switch step {
    case .waiting:
      turns.wait(self) { [weak self] in
        self?.step = .ready
        self?.timer?.arm(at: .now)
      }
    case .ready: run()
    case .running: condemn("it took longer than \(program.patience / 1000) s and was ended")
    case .condemned:
      // Others have their turn; this one would only hang again.
      let reason = "marquee-ddc cannot be ended: the kernel's driver of the line to the monitor does not answer"
      finish(DDCReply(.noAdapter, reason: reason))
    case .over: break
    }
  }

  private func run() {
    runs += 1
    said = []
    do throws(Errno) {
      let worker = try WorkerProcess(
        path: program.path, arguments: arguments, socketNumber: STDOUT_FILENO, longestPacket: Self.longestOutput,
        slots: turns.slots)
      self.worker = worker
      watches = [
        try loop.watch(worker.socket, for: .readable) { [weak self] _ in self?.listen() },
        try loop.watch(worker.pidDescriptor, for: .readable) { [weak self] _ in self?.processEnded() },
      ]
      step = .running
      timer?.arm(at: MonotonicTime.now.advanced(by: program.patience * 1_000_000))
    } catch {
      finish(DDCReply(.noAdapter, reason: program.obstacle ?? "\(program.path) cannot be started: \(error)"))
    }
  }

  /// Its pidfd says when it is gone, which a driver that hangs may hinder for ever.
  private func condemn(_ reason: String) {
    step = .condemned(reason)
    worker?.send(signal: program.endingSignal)
    timer?.arm(at: MonotonicTime.now.advanced(by: program.grace * 1_000_000))
  }

  /// Takes what it has said; false where more may come.
  @discardableResult
  private func listen() -> Bool {
    switch worker?.receive() {
    case .packet(let bytes, let descriptors):
      for descriptor in descriptors { close(descriptor) }
      said += bytes
      // Its answer is the last line.
      said = Array(said.suffix(Self.longestOutput))
      return false
    case .closed:
      watches.first?.cancel()
      return true
    case .failed:
      // As much at once is no line.
      watches.first?.cancel()
      condemn("what it said cannot be read")
      return true
    case .nothing, nil: return true
    }
  }

  private func processEnded() {
    guard let worker, let ending = worker.reap() else { return }
    // As many as a socket may hold.
    for _ in 0..<1000 where !listen() {}
    var trouble = ending == .exited(0) ? "it gave no answer" : ending.words
    var reply: DDCReply? = ending == .exited(0) ? DDCReply(output: said) : nil
    if case .condemned(let reason) = step { (trouble, reply) = (reason, nil) }
    if let reply { turns.sandbox = reply.sandbox }
    forgetWorker()
    if runs < program.mostRuns, reply == nil || reply?.told == .noAnswer { return again() }
    finish(
      reply
        ?? DDCReply(.noAdapter, reason: "marquee-ddc was started \(runs) times, and at last \(trouble)"))
  }

  /// Others have their turn meanwhile.
  private func again() {
    step = .waiting
    timer?.arm(at: MonotonicTime.now.advanced(by: program.pause * 1_000_000))
    turns.leave(self)
  }

  private func finish(_ reply: DDCReply) {
    end()
    report(PowerReport(asked: wish, told: reply.told, isFinal: true, reason: reply.reason, by: .ddc), reply.device)
  }

  private func forgetWorker() {
    for watch in watches { watch.cancel() }
    watches = []
    worker = nil
  }
}
