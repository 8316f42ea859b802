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

  /// Turns the loop until that is so; `program` wakes it by its bell, and after each ring `rung` is called.
  private func turn(
    _ program: TestProgram? = nil, until isDone: () -> Bool, rung: @escaping () -> Void = {}
  ) throws {
    var isLate = false
    let timer = loop.makeTimer { isLate = true }
    timer.arm(at: MonotonicTime.now.advanced(by: 60_000_000_000))
    let watch = try program.map { program in
      try loop.watch(program.bell, for: .readable) { _ in for _ in 0..<program.rings() { rung() } }
    }
    defer { watch?.cancel() }
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
  ])
  func aProgramThatFailsIsStartedAFewTimes(_ script: String, _ reason: String) throws {
    let program = try TestProgram(script)
    let (report, device) = try report(program)
    #expect(report.told == .noAdapter && device == nil)
    #expect(report.reason == "marquee-ddc was started 3 times, and at last \(reason)")
    #expect(program.runs.count == 3)
  }

  @Test func aProgramThatClosesItsEndAndLivesOnIsWaitedFor() throws {
    let program = try TestProgram("exec >&-; echo > $bell; read line < $gate")
    var reports: [PowerReport] = []
    let conversation = DDCConversation(settings(program.path), wish: .standby, edid: "00ff", loop: loop, turns: turns) {
      report, _ in reports.append(report)
    }
    for run in 1...3 {
      var rings = 0
      try turn(program, until: { rings == 1 }, rung: { rings += 1 })
      // The end that was closed.
      loop.turn(waiting: false)
      #expect(reports.isEmpty && program.runs.count == run && program.processes == 1)
      program.letGo()
    }
    try turn(until: { !reports.isEmpty })
    #expect(reports.map(\.reason) == ["marquee-ddc was started 3 times, and at last it gave no answer"])
    #expect(program.runs.count == 3)
    conversation.end()
  }

  @Test func aProgramThatDiesOnceIsForgiven() throws {
    let program = try TestProgram("[ $(wc -l < $runs) -lt 2 ] && kill -SEGV $$; echo standby /dev/i2c-4")
    #expect(try report(program).report.told == .standby)
  }

  @Test func aProgramThatHangsIsEnded() throws {
    let program = try TestProgram("exec sleep 1000")
    // It may not even have got as far as its first line.
    let (report, _) = try report(program, patience: 1)
    #expect(report.told == .noAdapter)
    #expect(
      report.reason == "marquee-ddc was started 3 times, and at last it took longer than 0 s and was ended")
  }

  @Test func aProgramThatDoesNotEndIsLeftAlone() throws {
    // A driver that hangs cannot be made: the signal that the program gets here instead ends nothing.
    let stubborn = try TestProgram("echo > $bell; exec sleep 1000")
    let quick = try TestProgram("echo on /dev/i2c-4")
    var hung = DDCProgram(path: stubborn.path, patience: 1, pause: 1, grace: 1)
    hung.endingSignal = SIGURG
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
    #expect(stubborn.runs.count <= 1)
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
      "mkdir $runs.now || { echo refused -; exit 0; }; echo > $bell; read line < $gate; rmdir $runs.now; "
        + "echo standby /dev/i2c-4")
    var told: [PowerAnswer?] = []
    let all = (0..<3).map { _ in
      DDCConversation(settings(program.path), wish: .standby, edid: "00ff", loop: loop, turns: turns) { report, _ in
        told.append(report.told)
      }
    }
    try turn(program, until: { told.count == 3 }) {
      #expect(program.processes == 1)
      program.letGo()
    }
    #expect(told == [.standby, .standby, .standby])
    #expect(all.count == 3)
  }

  @Test func whatHasEndedReportsNothingAndLeavesItsTurn() throws {
    let slow = try TestProgram("echo > $bell; exec sleep 1000")
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
    try turn(slow, until: { !slow.runs.isEmpty })
    gone.end()
    first.end()
    try turn(until: { !told.isEmpty })
    #expect(told == ["last"])
    #expect(quick.runs.count == 1)
    last.end()
  }
}
