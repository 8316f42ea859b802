import ControlProtocol
import DisplayTypes
import EventLoop
import FoundationEssentials
import Glibc
import MonitorPower
import SimulatedBackend
import Synchronization
import TestKit
import Testing

@testable import marqueed

/// The control with a stand-in for `marquee-ddc`, and with test adapters.
@MainActor
@Suite final class DisplayPowerControlTests {
  private let folder: TemporaryFolder
  private var directory: String { folder.path }
  private let loop: EventLoop
  private let store: StoreThread
  private var subjects: [DisplayPowerControl.Subject]
  private var told: [PowerReport] = []
  private let adapters: TestAdapters
  private let clock: SimulatedClock
  /// The displays that were kept each time that one was sent something by an adapter.
  private let keptAtMessages = SharedCounts()

  private nonisolated static let adapter = "/dev/cec-test"
  /// A program that does it.
  private static let does = "echo \"$3 /dev/i2c-4\""

  init() throws {
    folder = try TemporaryFolder("power")
    loop = try EventLoop()
    store = StoreThread(main: loop.mailbox)
    clock = SimulatedClock(loop: loop, startingAt: MonotonicTime(nanoseconds: 1_000_000_000_000))
    adapters = try TestAdapters { [folder, keptAtMessages] in
      let text = (try? String(contentsOfFile: "\(folder.path)/display-power.json", encoding: .utf8)) ?? ""
      keptAtMessages.add(text.split(separator: "\"isAsleep\":true").count - 1)
    }
    subjects = [
      DisplayPowerControl.Subject(
        id: ScreenID(rawValue: 1), name: "DP-1", device: "/dev/dri/card0",
        identity: DisplayIdentity(make: "ABC", model: "Monitor", serial: "1"), edid: Array(0..<255), choice: .automatic,
        usesDDC: true, hasSignal: true)
    ]
  }

  private func file() -> KeptValue<DisplayPowerFile> {
    KeptValue("display-power.json", in: directory, store: store, clock: clock)
  }

  /// The store's thread has done all that it was asked.
  private func finish() { #expect(store.wait(milliseconds: 60_000)) }

  private var runs: [Substring] {
    ((try? String(contentsOfFile: "\(directory)/runs", encoding: .utf8)) ?? "").split(separator: "\n")
  }

  private func control(_ script: String = does, _ file: KeptValue<DisplayPowerFile>? = nil) throws
    -> DisplayPowerControl
  {
    let path = "\(directory)/program"
    try ProgramFile.write("#!/bin/sh\necho \"$2 $3\" >> \(directory)/runs\n\(script)\n", to: path)
    let control = DisplayPowerControl(
      clock: clock, file: file ?? self.file(),
      adapters: CECAdapterThreads(loop: loop, clock: clock, open: adapters.opening, wait: { _ in }),
      monitors: DDCQueue(DDCProgram(path: path), loop: loop, slots: nil),
      sources: DisplayPowerControl.Sources(
        subjects: { [weak self] in self?.subjects ?? [] },
        connectorNumber: { _, completion in completion(nil) }, adapterPaths: { [] }),
      events: DisplayPowerControl.Callbacks(
        attemptDidEnd: { [weak self] in self?.told.append($1) }, isLeftOn: { _ in }))
    control.begin()
    return control
  }

  /// Switches the signal, and returns the report about it.
  private func power(_ control: DisplayPowerControl, on: Bool) throws -> DisplayPowerInfo {
    told = []
    subjects[0].hasSignal = on
    look(control)
    try turn(until: { !told.isEmpty })
    return try #require(control.infos.first)
  }

  private func turn(until isDone: () -> Bool) throws {
    var isLate = false
    let timer = loop.makeTimer { isLate = true }
    timer.arm(at: MonotonicTime.now.advanced(by: 60_000_000_000))
    while !isDone() && !isLate { loop.turn(waiting: true) }
    try #require(!isLate, "nothing happened for a minute")
  }

  /// Has it look, and again when a display has settled.
  private func look(_ control: DisplayPowerControl) {
    control.screensMayHaveChanged()
    clock.advance(by: DisplayPowerControl.gathering + DisplayPowerModel.settling)
  }

  /// Waits until the first state of a display is known.
  private func settle(_ control: DisplayPowerControl) {
    look(control)
    #expect(control.model.hadSignal(subjects[0].key) != nil)
  }

  @Test func aMonitorIsAddressedByItsEDID() throws {
    let control = try control("echo \"$3 /dev/i2c-4\"")
    settle(control)
    let off = try power(control, on: false)
    #expect(off.by == "ddc" && off.device == "/dev/i2c-4" && off.told == "standby", "\(off)")
    #expect(control.model.kept.map(\.isAsleep) == [true])
    let on = try power(control, on: true)
    #expect(on.told == "on" && on.message == "the display was asked by DDC/CI to turn on and reports that it is on")
    #expect(control.model.kept.isEmpty)
    let digits = (0..<128).map(format).joined()
    #expect(runs == ["\(digits) standby", "\(digits) on"])
  }

  private func format(_ byte: Int) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  /// Two monitors at once would find the other's mark.
  @Test func oneMonitorIsAskedAtATime() throws {
    let mark = "\(directory)/runs.now"
    let control = try control("mkdir \(mark) || { echo refused -; exit 0; }; rmdir \(mark); \(Self.does)")
    for number in 2...4 {
      var other = subjects[0]
      other.name = "DP-\(number)"
      subjects.append(other)
    }
    settle(control)
    for index in subjects.indices { subjects[index].hasSignal = false }
    look(control)
    try turn(until: { told.count == 4 })
    #expect(told.allSatisfy { $0.told == .standby } && runs.count == 4, "\(told)")
  }

  /// The monitor in progress and a waiting monitor are both switched on again.
  @Test func aChangeEndsAnAttemptAndItsPlaceInTheQueue() throws {
    let control = try control("[ $3 = on ] || exec sleep 1000; \(Self.does)")
    subjects.append(subjects[0])
    subjects[1].name = "DP-2"
    settle(control)
    for index in subjects.indices { subjects[index].hasSignal = false }
    look(control)
    for index in subjects.indices { subjects[index].hasSignal = true }
    look(control)
    try turn(until: { told.count == 2 })
    #expect(told.map(\.told) == [.on, .on] && control.model.kept.isEmpty)
  }

  @Test func theMonitorThatIsAskedOutlivesThoseThatWait() throws {
    var ends: [Int32] = []
    for name in ["bell", "gate"] {
      try #require(mkfifo("\(directory)/\(name)", 0o600) == 0)
      ends.append(open("\(directory)/\(name)", O_RDWR | O_NONBLOCK | O_CLOEXEC))
    }
    defer { for end in ends { close(end) } }
    let path = "\(directory)/program"
    try ProgramFile.write(
      "#!/bin/sh\necho \"$2 $3\" >> \(directory)/runs\necho > \(directory)/bell; read line < \(directory)/gate\n\(Self.does)\n",
      to: path)
    let monitors = DDCQueue(DDCProgram(path: path), loop: loop, slots: nil)
    var ended: [PowerAnswer?] = []
    let first = monitors.perform(.standby, edid: "01") { ended.append($0.report.told) }
    let second = monitors.perform(.on, edid: "02") { ended.append($0.report.told) }
    var isRunning = false
    let watch = try loop.watch(ends[0], for: .readable) { _ in isRunning = true }
    try turn(until: { isRunning })
    watch.cancel()
    monitors.cancel(second)
    write(ends[1], "\n", 1)
    try turn(until: { !ended.isEmpty })
    withExtendedLifetime(first) { #expect(ended == [.standby] && runs == ["01 standby"]) }
  }

  @Test func aMonitorThatDoesNotAnswerIsAskedOnceMore() throws {
    let control = try control("[ $(wc -l < \(directory)/runs) -lt 2 ] && echo noAnswer - || \(Self.does)")
    settle(control)
    #expect(try power(control, on: false).told == "noAnswer")
    told = []
    clock.advance(by: DisplayPowerControl.gathering)
    clock.advance(by: DisplayPowerModel.retryPause)
    try turn(until: { !told.isEmpty })
    #expect(told.map(\.told) == [.standby] && runs.count == 2)
  }

  /// The power setting of a rule.
  struct Rule {
    var choice = CECChoice.automatic
    var usesDDC = false

    static let ddc = Rule(usesDDC: true)
    static let off = Rule(choice: .off)
    static let device = Rule(choice: .device(DisplayPowerControlTests.adapter))
  }

  private func follow(_ rule: Rule) { (subjects[0].choice, subjects[0].usesDDC) = (rule.choice, rule.usesDDC) }

  /// This holds for any later rule, and if the daemon that put it to standby has ended.
  @Test(arguments: [
    (Rule.ddc, Rule()), (.ddc, .off), (.ddc, .device), (.device, .ddc), (.device, .off), (.device, Rule()),
  ])
  func aDisplayIsWokenByTheMeansThatPutItToStandby(_ rule: Rule, _ later: Rule) throws {
    follow(rule)
    do {
      let control = try control()
      settle(control)
      #expect(try power(control, on: false).told == "standby")
    }
    finish()
    follow(later)
    let next = try control()
    let on = try power(next, on: true)
    #expect(on.told == "on" && on.by == (rule.usesDDC ? "ddc" : "cec"), "\(on)")
    finish()
    #expect(next.model.kept.isEmpty && file().peek() == nil)
    #expect(runs.map { $0.hasSuffix(" on") } == (rule.usesDDC ? [false, true] : []))
    // From then on the rule counts again.
    guard later.choice != .off || later.usesDDC else {
      look(next)
      #expect(next.infos.isEmpty && next.model.hadSignal(subjects[0].key) == nil)
      return
    }
    guard later.usesDDC || later.choice != .automatic else { return }
    #expect(try power(next, on: false).by == (later.usesDDC ? "ddc" : "cec"))
  }

  /// Nothing is called back for ever.
  @Test func displaysWithoutARouteAreForgotten() throws {
    let kept = DisplayPowerModel.Kept(key: subjects[0].key, isAsleep: true)
    file().keep(DisplayPowerFile(displays: [kept]))
    finish()
    follow(Rule())
    let control = try control()
    #expect(control.model.kept == [kept])
    look(control)
    #expect(control.model.kept.isEmpty)
    finish()
    #expect(file().peek() == nil && told.isEmpty)
  }

  /// If the daemon is killed at that moment, its next run wakes the display.
  @Test func standbyIsKeptBeforeItIsSent() throws {
    // As many as there may be, which takes a while to write.
    let others = (1..<DisplayPowerModel.most).map { number in
      let identity = DisplayIdentity(make: "ABC", model: "Other", serial: "\(number)")
      return DisplayPowerModel.Kept(key: DisplayPowerModel.Key(connector: "DP-2", identity: identity), isAsleep: true)
    }
    file().keep(DisplayPowerFile(displays: others))
    finish()
    follow(.device)
    let control = try control()
    settle(control)
    #expect(try power(control, on: false).told == "standby")
    let counts = keptAtMessages.counts
    #expect(!counts.isEmpty && counts.allSatisfy { $0 == DisplayPowerModel.most }, "\(counts)")
  }

  @Test func withoutKeptStateADisplayIsStillSwitched() throws {
    let folder = "\(directory)/display-power.json.new"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    follow(.device)
    let file = file()
    let control = try control(Self.does, file)
    settle(control)
    #expect(try power(control, on: false).told == "standby")
    #expect(file.trouble?.contains("not kept") == true)
    rmdir(folder)
    clock.advance(by: 10_000_000_000)
    finish()
    #expect(file.trouble == nil && self.file().peek()?.displays.map(\.isAsleep) == [true])
  }

  @Test func simulatedMonitorsAndMonitorsWithoutEDIDAreNotSwitched() throws {
    let control = try control("echo \"$3 /dev/i2c-4\"")
    settle(control)
    subjects[0].device = "simulated"
    #expect(try power(control, on: false).message.hasSuffix("simulated displays have no DDC/CI"))
    subjects[0].device = "/dev/dri/card0"
    subjects[0].edid = []
    #expect(
      try power(control, on: true).message.hasSuffix(
        "the display has no EDID, which DDC/CI needs to identify the monitor"))
    #expect(!FileManager.default.fileExists(atPath: "\(directory)/runs"))
  }
}

/// Numbers from another thread.
private final class SharedCounts: Sendable {
  private let numbers = Mutex<[Int]>([])

  var counts: [Int] { numbers.withLock { $0 } }

  func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}
