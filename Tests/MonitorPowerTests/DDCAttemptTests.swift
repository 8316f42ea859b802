import DisplayTypes
import EventLoop
import Glibc
import MonitorPower
import Testing

/// The daemon's side of `marquee-ddc`, with programs as stand-ins.
struct DDCAttemptTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  /// Turns the loop until the condition holds.
  private func turn(until isDone: () -> Bool) throws {
    var isLate = false
    let timer = loop.makeTimer { isLate = true }
    timer.arm(at: MonotonicTime.now.advanced(by: 60_000_000_000))
    while !isDone() && !isLate { loop.turn(waiting: true) }
    try #require(!isLate, "nothing happened for a minute")
  }

  /// Runs a program, and returns the report about it.
  private func outcome(
    _ path: String, _ wish: PowerWish = .standby, timeoutMilliseconds: UInt64 = 60_000, slots: WorkerSlots? = nil
  ) throws -> DDCAttempt.Outcome {
    var all: [DDCAttempt.Outcome] = []
    let attempt = DDCAttempt(
      DDCProgram(path: path, timeoutMilliseconds: timeoutMilliseconds), wish, edid: "00ff", loop: loop, slots: slots
    ) { all.append($0) }
    #expect(all.isEmpty)
    try turn(until: { !all.isEmpty })
    withExtendedLifetime(attempt) { _ = loop.turn(waiting: false) }
    #expect(all.count == 1)
    return try #require(all.first)
  }

  /// The same of a script.
  private func outcome(
    of script: String, _ wish: PowerWish = .standby
  ) throws -> (outcome: DDCAttempt.Outcome, runs: [String]) {
    let program = try TestProgram(script)
    return (try outcome(program.path, wish), program.runs)
  }

  @Test func theAnswerOfTheMonitorIsReported() throws {
    let (outcome, runs) = try outcome(of: "echo 'a library has words of its own'; echo standby /dev/i2c-4")
    #expect(outcome.report == PowerReport(asked: .standby, told: .standby, by: .ddc))
    #expect(
      outcome.report.sentence == "the display was asked by DDC/CI to go to standby and reports that it is in standby")
    #expect(outcome.device == "/dev/i2c-4" && outcome.sandbox == .full)
    #expect(runs == ["--edid 00ff standby"])
  }

  @Test func aMonitorInAnotherStateIsAFailure() throws {
    let report = try outcome(of: "echo on /dev/i2c-4").outcome.report
    #expect(!report.isWell)
    #expect(report.sentence.contains("reports that it is on, as read back from it"), "\(report.sentence)")
  }

  @Test func aRefusalIsReported() throws {
    let report = try outcome(of: "echo refused /dev/i2c-4", .on).outcome.report
    #expect(report.sentence.contains("to turn on and refused: it reports no power mode (VCP feature D6)"))
  }

  @Test func aMonitorThatIsNotFoundDoesNotAnswer() throws {
    let (outcome, runs) = try outcome(of: "echo noAnswer -", .on)
    #expect(outcome.report.told == .noAnswer && outcome.device == nil && runs.count == 1)
    #expect(outcome.report.sentence.contains("libddcutil finds no monitor with its EDID"))
  }

  @Test func withoutDevicesTheModuleIsNamed() throws {
    let script = "echo 'noAdapter - there is no /dev/i2c-*; the module i2c-dev makes them'"
    #expect(
      try outcome(of: script).outcome.report.sentence
        == "the display could not be asked by DDC/CI to go to standby: there is no /dev/i2c-*; the module i2c-dev makes them"
    )
  }

  @Test(arguments: [
    ("kill -SEGV $$", "it was ended by signal 11"), ("echo standby -; exit 3", "it exited with status 3"),
    ("echo rubbish; exit 0", "it gave no answer"), ("exit 0", "it gave no answer"),
  ])
  func aProgramThatFailsIsReportedWithItsEnd(_ script: String, _ reason: String) throws {
    let (outcome, runs) = try outcome(of: script)
    #expect(outcome.report.told == .noAdapter && outcome.device == nil && outcome.sandbox == nil)
    #expect(outcome.report.reason == "marquee-ddc failed: \(reason)")
    #expect(runs.count == 1)
  }

  /// Nobody reads the rest while it runs: it is ended like a program that hangs.
  @Test(arguments: ["exec sleep 1000", "head -c 20000000 /dev/zero; exec sleep 1000"])
  func aProgramThatHangsIsEnded(_ script: String) throws {
    let slots = WorkerSlots(limit: 1)
    let program = try TestProgram(script)
    let outcome = try outcome(program.path, timeoutMilliseconds: 1, slots: slots)
    #expect(outcome.report.told == .noAdapter)
    #expect(outcome.report.reason == "marquee-ddc took longer than 0 s and was ended")
  }

  @Test func aProgramThatIsMissingIsNamed() throws {
    let report = try outcome("/nowhere/marquee-ddc", .on).report
    #expect(report.told == .noAdapter)
    #expect(report.reason == "there is no /nowhere/marquee-ddc; the package marquee-ddc has it")
  }

  @Test func withoutAFreeSlotNothingIsStarted() throws {
    let program = try TestProgram("echo standby /dev/i2c-4")
    let report = try outcome(program.path, slots: WorkerSlots(limit: 0)).report
    #expect(report.told == .noAdapter && program.runs.isEmpty)
  }

  @Test func anAbandonedAttemptReportsNothing() throws {
    let slow = try TestProgram("echo > $bell; read line < $gate")
    var isReported = false
    var attempt: DDCAttempt? = DDCAttempt(
      DDCProgram(path: slow.path), .on, edid: "00ff", loop: loop, slots: nil
    ) { _ in isReported = true }
    let watch = try loop.watch(slow.bell, for: .readable) { _ in }
    try turn(until: { slow.rings() > 0 })
    #expect(attempt != nil && slow.processes == 1)
    attempt = nil
    watch.cancel()
    #expect(try outcome(of: "echo on /dev/i2c-1", .on).outcome.report.told == .on)
    #expect(!isReported)
  }
}
