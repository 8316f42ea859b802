import ControlProtocol
import DisplayTypes
import EventLoop
import FoundationEssentials
import Glibc
import MonitorPower
import ProgramFile
import SimulatedBackend
import Synchronization
import Testing

@testable import marqueed

/// The desk with a program that stands for `marquee-ddc`, and adapters of a test.
@MainActor
@Suite final class DisplayPowerDeskTests {
  private let directory: String
  private let loop: EventLoop
  private let store: KeptStore
  private var subjects: [DisplayPowerDesk.Subject]
  private var told: [PowerReport] = []
  private let hall: TestAdapters
  private let clock: SimulatedClock
  /// The displays that were kept each time that one was sent something by an adapter.
  private let keptAtMessages = SharedCounts()

  private nonisolated static let adapter = "/dev/cec-test"
  /// A program that does it.
  private static let does = "echo \"$3 /dev/i2c-4\""

  init() throws {
    var template = Array("/tmp/marquee-desk-XXXXXX".utf8CString)
    directory = String(cString: try #require(mkdtemp(&template)))
    loop = try EventLoop()
    store = KeptStore(main: loop.mailbox)
    clock = SimulatedClock(loop: loop, startingAt: MonotonicTime(nanoseconds: 1_000_000_000_000))
    hall = try TestAdapters { [directory, keptAtMessages] in
      let text = (try? String(contentsOfFile: "\(directory)/display-power.json", encoding: .utf8)) ?? ""
      keptAtMessages.add(text.split(separator: "\"isAsleep\":true").count - 1)
    }
    subjects = [
      DisplayPowerDesk.Subject(
        id: ScreenID(rawValue: 1), name: "DP-1", device: "/dev/dri/card0",
        identity: DisplayIdentity(make: "ABC", model: "Monitor", serial: "1"), edid: Array(0..<255), choice: .automatic,
        usesDDC: true, hasSignal: true)
    ]
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func file() -> KeptValue<PowerFileRecord> {
    KeptValue("display-power.json", in: directory, store: store, clock: clock)
  }

  /// The store's thread has done all that it was asked.
  private func finish() { #expect(store.wait(milliseconds: 60_000)) }

  private var runs: [Substring] {
    ((try? String(contentsOfFile: "\(directory)/runs", encoding: .utf8)) ?? "").split(separator: "\n")
  }

  private func desk(_ script: String = does, _ file: KeptValue<PowerFileRecord>? = nil) throws -> DisplayPowerDesk {
    let path = "\(directory)/program"
    try ProgramFile.write("#!/bin/sh\necho \"$2 $3\" >> \(directory)/runs\n\(script)\n", to: path)
    return DisplayPowerDesk(
      loop: loop, clock: clock, file: file ?? self.file(),
      adapters: AdapterThreads(loop: loop, clock: clock, open: hall.opening),
      ddc: DDCProgram(path: path, pause: 1), adapterPaths: { [] },
      subjects: { [weak self] in self?.subjects ?? [] },
      connectorNumber: { _, completion in completion(nil) }, didTell: { [weak self] in self?.told.append($1) },
      didSpare: { _ in })
  }

  /// Switches the signal, and waits for what is told of that.
  private func power(_ desk: DisplayPowerDesk, on: Bool) throws -> DisplayPowerInfo {
    told = []
    subjects[0].hasSignal = on
    look(desk)
    try turn(until: { told.contains { $0.isFinal } })
    return try #require(desk.infos.first)
  }

  private func turn(until isDone: () -> Bool) throws {
    var isLate = false
    let timer = loop.makeTimer { isLate = true }
    timer.arm(at: MonotonicTime.now.advanced(by: 60_000_000_000))
    while !isDone() && !isLate { loop.turn(waiting: true) }
    try #require(!isLate, "nothing happened for a minute")
  }

  /// Has it look, and again when a display has settled.
  private func look(_ desk: DisplayPowerDesk) {
    desk.screensMayHaveChanged()
    clock.advance(by: DisplayPowerDesk.gathering + PowerBook.settling)
  }

  /// Until what a display was when it came is known.
  private func settle(_ desk: DisplayPowerDesk) {
    look(desk)
    #expect(desk.book.hadSignal(subjects[0].key) != nil)
  }

  @Test func aMonitorIsToldByItsEDID() throws {
    let desk = try desk("echo \"$3 /dev/i2c-4\"")
    settle(desk)
    let off = try power(desk, on: false)
    #expect(off.by == "ddc" && off.device == "/dev/i2c-4" && off.told == "standby", "\(off)")
    #expect(desk.book.kept.map(\.isAsleep) == [true])
    let on = try power(desk, on: true)
    #expect(on.told == "on" && on.message == "the display was asked by DDC/CI to turn on and tells that it is on")
    #expect(desk.book.kept.isEmpty)
    let digits = (0..<128).map(format).joined()
    #expect(runs == ["\(digits) standby", "\(digits) on"])
  }

  private func format(_ byte: Int) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  @Test func explainNamesNoAdapterForIt() throws {
    var words: [String: String] = [:]
    try desk("exit 1").outlook(of: ["DP-1"]) { words = $0 }
    #expect(words == ["DP-1": "none: its rule says ddc: true, and by that it is told"])
  }

  /// What a rule says of a display's power.
  struct Rule {
    var choice = CECChoice.automatic
    var usesDDC = false

    static let ddc = Rule(usesDDC: true)
    static let off = Rule(choice: .off)
    static let device = Rule(choice: .device(DisplayPowerDeskTests.adapter))
  }

  private func follow(_ rule: Rule) { (subjects[0].choice, subjects[0].usesDDC) = (rule.choice, rule.usesDDC) }

  /// Whatever its rule says by then, also where the daemon that put it to standby is no more.
  @Test(arguments: [
    (Rule.ddc, Rule()), (.ddc, .off), (.ddc, .device), (.device, .ddc), (.device, .off), (.device, Rule()),
  ])
  func aDisplayIsWokenByWhatPutItToStandby(_ rule: Rule, _ later: Rule) throws {
    follow(rule)
    do {
      let desk = try desk()
      settle(desk)
      #expect(try power(desk, on: false).told == "standby")
    }
    finish()
    follow(later)
    let next = try desk()
    let on = try power(next, on: true)
    #expect(on.told == "on" && on.by == (rule.usesDDC ? "ddc" : "cec"), "\(on)")
    finish()
    #expect(next.book.kept.isEmpty && file().peek() == nil)
    #expect(runs.map { $0.hasSuffix(" on") } == (rule.usesDDC ? [false, true] : []))
    // From then on the rule counts again.
    guard later.choice != .off || later.usesDDC else {
      look(next)
      #expect(next.infos.isEmpty && next.book.hadSignal(subjects[0].key) == nil)
      return
    }
    guard later.usesDDC || later.choice != .automatic else { return }
    #expect(try power(next, on: false).by == (later.usesDDC ? "ddc" : "cec"))
  }

  /// Nothing is called back for ever.
  @Test func whatNothingCanWakeIsForgotten() throws {
    let kept = PowerBook.Kept(key: subjects[0].key, isAsleep: true)
    file().keep(PowerFileRecord([kept]))
    finish()
    follow(Rule())
    let desk = try desk()
    #expect(desk.book.kept == [kept])
    look(desk)
    #expect(desk.book.kept.isEmpty)
    finish()
    #expect(file().peek() == nil && told.isEmpty)
  }

  /// A daemon that is killed in that moment wakes it in its next life.
  @Test func thatADisplayIsPutToStandbyIsKeptBeforeItIsTold() throws {
    // As many as there may be, which takes a while to write.
    let others = (1..<PowerBook.most).map { number in
      let identity = DisplayIdentity(make: "ABC", model: "Other", serial: "\(number)")
      return PowerBook.Kept(key: PowerBook.Key(connector: "DP-2", identity: identity), isAsleep: true)
    }
    file().keep(PowerFileRecord(others))
    finish()
    follow(.device)
    let desk = try desk()
    settle(desk)
    #expect(try power(desk, on: false).told == "standby")
    let counts = keptAtMessages.counts
    #expect(!counts.isEmpty && counts.allSatisfy { $0 == PowerBook.most }, "\(counts)")
  }

  @Test func whereNothingCanBeKeptADisplayIsToldAllTheSame() throws {
    let folder = "\(directory)/display-power.json.new"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    follow(.device)
    let file = file()
    let desk = try desk(Self.does, file)
    settle(desk)
    #expect(try power(desk, on: false).told == "standby")
    #expect(file.trouble?.contains("not kept") == true)
    rmdir(folder)
    clock.advance(by: 10_000_000_000)
    finish()
    #expect(file.trouble == nil && self.file().peek()?.kept.map(\.isAsleep) == [true])
  }

  @Test func simulatedMonitorsAndThoseWithoutEDIDAreNotTold() throws {
    let desk = try desk("echo \"$3 /dev/i2c-4\"")
    settle(desk)
    subjects[0].device = "simulated"
    #expect(try power(desk, on: false).message.hasSuffix("simulated displays have no DDC/CI"))
    subjects[0].device = "/dev/dri/card0"
    subjects[0].edid = []
    #expect(try power(desk, on: true).message.hasSuffix("without an EDID nobody knows which monitor it is"))
    #expect(!FileManager.default.fileExists(atPath: "\(directory)/runs"))
  }
}

/// Numbers from another thread.
private final class SharedCounts: Sendable {
  private let numbers = Mutex<[Int]>([])

  var counts: [Int] { numbers.withLock { $0 } }

  func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}
