import DisplayTypes
import EventLoop
import Glibc
import MonitorPower
import Testing

/// The daemon's side of `marquee-ddc`, with programs that stand for it.
struct DDCConversationTests {
  private let loop: EventLoop
  private let turns = DDCTurns()

  init() throws { loop = try EventLoop() }

  private func settings(_ path: String, patience: UInt64 = 60_000) -> DDCProgram {
    DDCProgram(path: path, patience: patience, pause: 1)
  }

  private func turn(until isDone: () -> Bool) throws {
    var isLate = false
    let timer = loop.makeTimer { isLate = true }
    timer.arm(at: MonotonicTime.now.advanced(by: 60_000_000_000))
    // What a program does wakes nobody here.
    var tick: LoopTimer?
    tick = loop.makeTimer { tick?.arm(at: MonotonicTime.now.advanced(by: 10_000_000)) }
    tick?.arm(at: .now)
    defer { tick?.disarm() }
    while !isDone() && !isLate { loop.turn(waiting: true) }
    try #require(!isLate, "nothing happened for a minute")
  }

  /// Runs a script and returns what is reported of it.
  private func report(
    _ program: TestProgram, _ wish: PowerWish = .standby, patience: UInt64 = 60_000
  ) throws -> (report: PowerReport, device: String?) {
    var all: [(report: PowerReport, device: String?)] = []
    let conversation = DDCConversation(
      settings(program.path, patience: patience), wish: wish, edid: "00ff", loop: loop, turns: turns
    ) { all.append(($0, $1)) }
    #expect(all.isEmpty)
    try turn(until: { !all.isEmpty })
    #expect(conversation.wish == wish)
    return try #require(all.first)
  }

  @Test func whatTheMonitorTellsIsTold() throws {
    let program = try TestProgram("echo 'a library has words of its own'; echo standby /dev/i2c-4")
    let (report, device) = try report(program)
    #expect(report == PowerReport(asked: .standby, told: .standby, isFinal: true, by: .ddc))
    #expect(report.isWell)
    #expect(report.sentence == "the display was asked by DDC/CI to go to standby and tells that it is in standby")
    #expect(device == "/dev/i2c-4")
    #expect(program.runs == ["--edid 00ff standby"])
  }

  @Test func whatWasNotReadBackAsWishedIsTold() throws {
    let (report, _) = try report(try TestProgram("echo on /dev/i2c-4"))
    #expect(!report.isWell)
    #expect(report.sentence.contains("tells that it is on, which was read back from it"), "\(report.sentence)")
  }

  @Test func aRefusalIsToldAtOnce() throws {
    let program = try TestProgram("echo refused /dev/i2c-4")
    let (report, _) = try report(program, .on)
    #expect(report.sentence.contains("to turn on and refused: it says that it has no power mode (VCP feature D6)"))
    #expect(program.runs.count == 1)
  }

  @Test func aMonitorThatIsNotFoundIsLookedForAgain() throws {
    let none = try TestProgram("echo noAnswer -")
    let (report, device) = try report(none, .on)
    #expect(report.told == .noAnswer && device == nil)
    #expect(report.sentence.contains("libddcutil finds no monitor with its EDID"), "\(report.sentence)")
    #expect(none.runs.count == 3)
    let late = try TestProgram("[ $(wc -l < $runs) -lt 3 ] && echo noAnswer - || echo on /dev/i2c-1")
    #expect(try self.report(late, .on).report.told == .on)
  }

  @Test func withoutDevicesTheModuleIsNamed() throws {
    let program = try TestProgram("echo 'noAdapter - there is no /dev/i2c-*; the module i2c-dev makes them'")
    let (report, _) = try report(program)
    #expect(
      report.sentence
        == "the display was to be asked by DDC/CI to go to standby, but that is not possible: there is no /dev/i2c-*; the module i2c-dev makes them"
    )
    #expect(program.runs.count == 1)
  }

  @Test(arguments: [
    ("kill -SEGV $$", "it was ended by signal 11"), ("echo standby -; exit 3", "it exited with status 3"),
    ("echo rubbish; exit 0", "it gave no answer"), ("exit 0", "it gave no answer"),
    ("head -c 2000000 /dev/zero; exit 0", "what it said cannot be read"),
    // It closes its end, and lives on.
    ("exec >&-; exec sleep 0.2", "it gave no answer"),
  ])
  func aProgramThatFailsIsStartedAFewTimes(_ script: String, _ reason: String) throws {
    let program = try TestProgram(script)
    let (report, device) = try report(program)
    #expect(report.told == .noAdapter && device == nil)
    #expect(report.reason == "marquee-ddc was started 3 times, and at last \(reason)")
    #expect(program.runs.count == 3)
  }

  @Test func aProgramThatDiesOnceIsForgiven() throws {
    let program = try TestProgram("[ $(wc -l < $runs) -lt 2 ] && kill -SEGV $$; echo standby /dev/i2c-4")
    #expect(try report(program).report.told == .standby)
  }

  @Test func aProgramThatHangsIsEnded() throws {
    let program = try TestProgram("exec sleep 1000")
    let (report, _) = try report(program, patience: 300)
    #expect(report.told == .noAdapter)
    #expect(report.reason.hasSuffix("it took longer than 0 s and was ended"), "\(report.reason)")
    #expect(program.runs.count == 3)
  }

  @Test func aProgramThatDoesNotEndIsLeftAlone() throws {
    // A driver that hangs cannot be made: the program ignores the gentler signal that it gets here instead.
    let stubborn = try TestProgram("trap '' TERM; exec sleep 1000")
    let quick = try TestProgram("echo on /dev/i2c-4")
    var hung = DDCProgram(path: stubborn.path, patience: 300, pause: 1, grace: 300)
    hung.endingSignal = SIGTERM
    var reports: [PowerReport] = []
    let first = DDCConversation(hung, wish: .standby, edid: "00ff", loop: loop, turns: turns) { report, _ in
      reports.append(report)
    }
    let second = DDCConversation(settings(quick.path), wish: .on, edid: "00ff", loop: loop, turns: turns) {
      report, _ in reports.append(report)
    }
    try turn(until: { reports.count == 2 })
    #expect(reports.map(\.told) == [.noAdapter, .on])
    #expect(
      reports.first?.reason
        == "marquee-ddc cannot be ended: the kernel's driver of the line to the monitor does not answer"
    )
    #expect(stubborn.runs.count == 1)
    first.end()
    second.end()
  }

  @Test func aProgramThatIsMissingIsNamed() throws {
    var all: [PowerReport] = []
    let conversation = DDCConversation(
      settings("/nowhere/marquee-ddc"), wish: .on, edid: "00ff", loop: loop, turns: turns
    ) { report, _ in all.append(report) }
    try turn(until: { !all.isEmpty })
    #expect(all.map(\.reason) == ["there is no /nowhere/marquee-ddc; the package marquee-ddc has it"])
    conversation.end()
  }

  @Test func oneIsAskedAtATime() throws {
    // Two at once would find the other's mark.
    let program = try TestProgram(
      "mkdir $runs.now || { echo refused -; exit 0; }; sleep 0.2; rmdir $runs.now; echo standby /dev/i2c-4")
    var told: [PowerAnswer?] = []
    let all = (0..<3).map { _ in
      DDCConversation(settings(program.path), wish: .standby, edid: "00ff", loop: loop, turns: turns) { report, _ in
        told.append(report.told)
      }
    }
    try turn(until: { told.count == 3 })
    #expect(told == [.standby, .standby, .standby])
    #expect(all.count == 3)
  }

  @Test func whatHasEndedReportsNothingAndLeavesItsTurn() throws {
    let slow = try TestProgram("exec sleep 1000")
    let quick = try TestProgram("echo on /dev/i2c-4")
    var told: [String] = []
    let first = DDCConversation(settings(slow.path), wish: .on, edid: "00ff", loop: loop, turns: turns) { _, _ in
      told.append("first")
    }
    let gone = DDCConversation(settings(quick.path), wish: .on, edid: "00ff", loop: loop, turns: turns) { _, _ in
      told.append("gone")
    }
    let last = DDCConversation(settings(quick.path), wish: .on, edid: "00ff", loop: loop, turns: turns) { _, _ in
      told.append("last")
    }
    try turn(until: { !slow.runs.isEmpty })
    gone.end()
    first.end()
    try turn(until: { !told.isEmpty })
    #expect(told == ["last"])
    #expect(quick.runs.count == 1)
    last.end()
  }
}
