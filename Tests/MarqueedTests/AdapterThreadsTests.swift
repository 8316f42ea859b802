import ControlProtocol
import DisplayTypes
import EventLoop
import FoundationEssentials
import Glibc
import MonitorPower
import SimulatedBackend
import Testing

@testable import marqueed

/// Two screens, each with an adapter of its own, of which one hangs.
@MainActor @Suite(.timeLimit(.minutes(30))) final class AdapterThreadsTests {
  private let directory: String
  private let loop: EventLoop
  private let hall: TestAdapters
  private let clock: SimulatedClock
  private let adapters: AdapterThreads
  private var signals: [String: Bool] = [:]
  private var told: [String: [PowerReport]] = [:]

  init() throws {
    var template = Array("/tmp/marquee-power-XXXXXX".utf8CString)
    directory = String(cString: try #require(mkdtemp(&template)))
    loop = try EventLoop()
    hall = try TestAdapters(waking: loop.mailbox)
    clock = SimulatedClock(loop: loop, startingAt: MonotonicTime(nanoseconds: 1_000_000_000_000))
    adapters = AdapterThreads(loop: loop, clock: clock, patience: Self.patience, open: hall.opening)
  }

  deinit {
    hall.letGo()
    try? FileManager.default.removeItem(atPath: directory)
  }

  private var screens: [String] { signals.keys.sorted() }
  private static let patience: UInt64 = 4_000_000_000
  private static func adapter(_ screen: String) -> String { "/dev/cec-\(screen)" }

  private func makeDesk(
    outlookPatience: UInt64 = DisplayPowerDesk.usualOutlookPatience, answersOfConnectors: Bool = true,
    automaticBy automatic: AdapterThreads? = nil
  ) -> DisplayPowerDesk {
    DisplayPowerDesk(
      loop: loop, clock: clock,
      file: KeptValue("display-power.json", in: directory, store: KeptStore(main: loop.mailbox), clock: clock),
      adapters: automatic ?? adapters,
      ddc: DDCProgram(path: "/no-such-program"),
      adapterPaths: { [weak self] in automatic == nil ? [] : (self?.screens ?? []).map(Self.adapter) },
      outlookPatience: outlookPatience,
      subjects: { [weak self] in
        (self?.screens ?? []).enumerated().map { number, screen in
          DisplayPowerDesk.Subject(
            id: ScreenID(rawValue: UInt64(number)), name: screen, device: "/dev/dri/card0",
            identity: DisplayIdentity(make: "ABC", model: screen, serial: "1"), edid: [],
            choice: automatic == nil ? .device(Self.adapter(screen)) : .automatic, hasSignal: self?.signals[screen])
        }
      },
      connectorNumber: { if answersOfConnectors { $1(automatic == nil ? nil : UInt32($0.rawValue)) } },
      didTell: { [weak self] in self?.told[$0, default: []].append($1) }, didSpare: { _ in })
  }

  /// Turns the loop until that is so; the adapters' threads wake it.
  private func turn(
    until isSo: () -> Bool, _ comment: Comment, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    var isLate = false
    let alarm = loop.makeTimer { isLate = true }
    alarm.arm(at: MonotonicTime.now.advanced(by: 60_000_000_000))
    while !isSo() {
      guard !isLate else {
        Issue.record(comment, sourceLocation: sourceLocation)
        return
      }
      loop.turn(waiting: true)
    }
  }

  /// Has the desk look, and again when what it saw has settled.
  private func look(_ desk: DisplayPowerDesk) {
    desk.screensMayHaveChanged()
    clock.advance(by: DisplayPowerDesk.gathering)
    clock.advance(by: PowerBook.settling)
  }

  private func last(_ screen: String) -> PowerReport? { told[screen]?.last { $0.isFinal } }

  /// What screens are when they come, which is told to nobody.
  private func settle(_ desk: DisplayPowerDesk, _ screens: [String]) {
    for screen in screens { signals[screen] = true }
    look(desk)
    #expect(told.isEmpty)
  }

  private func power(_ desk: DisplayPowerDesk, _ screens: [String], on: Bool) {
    for screen in screens { signals[screen] = on }
    look(desk)
  }

  @Test func anAdapterThatHangsHoldsUpNothingElse() {
    let desk = makeDesk()
    settle(desk, ["good", "stuck"])
    #expect(adapters.count == 0)
    hall.hold(Self.adapter("stuck"))
    power(desk, ["good", "stuck"], on: false)
    turn(until: { last("good") != nil }, "the other display is not told")
    #expect(last("good")?.told == .standby)
    // It has not got past its first call all the time.
    #expect(hall.waiting(Self.adapter("stuck")) == 1)
    turn(until: { adapters.count == 1 }, "the thread of the other one does not end")
    // Its thread has answered once, and is stuck since: it is asked again, and given up after as long.
    loop.turn(waiting: false)
    clock.advance(by: 2 * Self.patience - 1)
    #expect(last("stuck") == nil)
    clock.advance(by: 1)
    // That it is told is kept first.
    turn(until: { last("stuck") != nil }, "it is not given up")
    #expect(last("stuck")?.told == .noAdapter)
    #expect(last("stuck")?.reason.contains("the driver of /dev/cec-stuck does not answer") == true)

    // Asked again it is refused at once, and has no second thread; the other goes on.
    told = [:]
    power(desk, ["good", "stuck"], on: true)
    turn(until: { last("stuck") != nil && last("good") != nil }, "they are not told")
    #expect(last("stuck")?.told == .noAdapter)
    #expect(last("good")?.told == .on)
    #expect(hall.waiting(Self.adapter("stuck")) == 1)

    // When each was told, by itself.
    turn(until: { adapters.count == 1 }, "the thread of the other one does not end")
    let ages = desk.infos.compactMap(\.secondsAgo)
    clock.advance(by: 20_000_000_000)
    let later = desk.infos.compactMap(\.secondsAgo)
    #expect(ages.count == 2 && ages.allSatisfy { $0 >= 0 } && later.count == 2)
    #expect(zip(ages, later).allSatisfy { abs($1 - $0 - 20) < 1e-6 }, "\(ages), \(later)")

    // What was to be said is said no more when it comes back.
    hall.letGo()
    turn(until: { adapters.count == 0 }, "its thread does not end")
    #expect(hall.heard(Self.adapter("stuck")).isEmpty)
    #expect(hall.open(Self.adapter("stuck")) == 0)
    told = [:]
    power(desk, ["good", "stuck"], on: false)
    turn(until: { last("stuck") != nil && last("good") != nil }, "they are not told")
    #expect(last("stuck")?.told == .standby)
    turn(until: { adapters.count == 0 }, "a thread is there though nothing is said")
    #expect(hall.open(Self.adapter("good")) == 0 && hall.open(Self.adapter("stuck")) == 0)
  }

  /// Nobody gives up the one that hangs meanwhile.
  @Test func anAdapterThatHangsHoldsUpNoDisplayWhoseAdapterIsFoundByTheKernel() {
    let adapters = AdapterThreads(
      loop: loop, clock: clock, patience: 3_600_000_000_000, open: hall.opening)
    let desk = makeDesk(automaticBy: adapters)
    settle(desk, ["a stuck", "good"])
    for (number, screen) in screens.enumerated() {
      hall.give(Self.adapter(screen), CECAdapter.Connector(card: 0, number: UInt32(number)))
    }
    hall.hold(Self.adapter("a stuck"))
    power(desk, ["good"], on: false)
    turn(until: { last("good") != nil }, "the other display is not told")
    #expect(last("good")?.told == .standby && desk.infos.first?.device == Self.adapter("good"))
    #expect(hall.waiting(Self.adapter("a stuck")) == 1)
    let reason = "/dev/cec-good, which the kernel says belongs to this connector; there is no /dev/cec-good"
    #expect(outlook(desk, of: ["good"]) == ["good": reason])
  }

  @Test func whoeverEndsDoesNotWaitForIt() {
    var desk: DisplayPowerDesk? = makeDesk()
    weak let gone = desk
    if let desk {
      settle(desk, ["stuck"])
      hall.hold(Self.adapter("stuck"))
      power(desk, ["stuck"], on: false)
    }
    turn(until: { hall.waiting(Self.adapter("stuck")) == 1 }, "it is not used")
    desk = nil
    #expect(gone == nil)
    #expect(hall.waiting(Self.adapter("stuck")) == 1)
  }

  /// What is said of the adapters of screens, when that is answered.
  private func outlook(_ desk: DisplayPowerDesk, of screens: Set<String>) -> [String: String]? {
    var words: [String: String]?
    desk.outlook(of: screens) { words = $0 }
    turn(until: { words != nil }, "it is not answered")
    return words
  }

  @Test func whoAsksOfOneScreenOpensNoOtherAdapter() {
    let desk = makeDesk()
    signals = ["good": true, "other": true]
    let path = Self.adapter("good")
    #expect(outlook(desk, of: ["good"]) == ["good": "\(path), as its rule says; there is no \(path)"])
    #expect(hall.openings(path) == 1 && hall.openings(Self.adapter("other")) == 0)
    #expect(outlook(desk, of: ["nobody"]) == [:] && outlook(desk, of: []) == [:])
    #expect(hall.openings(path) == 1)
    turn(until: { adapters.count == 0 && hall.open(path) == 0 }, "it stays open")
  }

  /// Sooner than it is given up.
  @Test func whoAsksOfAnAdapterThatHangsIsAnsweredWithoutIt() {
    let desk = makeDesk(outlookPatience: 1_000_000_000)
    signals = ["good": true, "stuck": true]
    hall.hold(Self.adapter("stuck"))
    var words: [String: String]?
    desk.outlook(of: ["stuck"]) { words = $0 }
    turn(until: { hall.waiting(Self.adapter("stuck")) == 1 }, "it is not asked")
    #expect(words == nil)
    clock.advance(by: 1_000_000_000)
    #expect(words == [:])
    words = nil
    desk.outlook(of: ["good", "stuck"]) { words = $0 }
    turn(until: { hall.openings(Self.adapter("good")) == 1 && adapters.count == 1 }, "the other one is not asked")
    #expect(words == nil)
    clock.advance(by: 1_000_000_000)
    #expect(words.map { Array($0.keys) } == ["good"])
    #expect(hall.waiting(Self.adapter("stuck")) == 1)
  }

  @Test func whoAsksIsAnsweredWhereTheKernelIsNot() {
    let desk = makeDesk(answersOfConnectors: false)
    signals = ["good": true]
    var words: [String: String]?
    desk.outlook(of: ["good"]) { words = $0 }
    clock.advance(by: DisplayPowerDesk.usualOutlookPatience - 1)
    #expect(words == nil)
    clock.advance(by: 1)
    #expect(words == [:])
    #expect(hall.openings(Self.adapter("good")) == 0)
  }

  @Test func aScreenThatIsToldByDDCHasNoAdapter() {
    let desk = makeDesk()
    signals = ["good": true, "other": true]
    let path = Self.adapter("good")
    func words(_ usesDDC: Bool) -> String? {
      var words: [String: String]?
      desk.outlook(of: ["good"], ["other": DisplayPowerDesk.Wishes(choice: .device(path), usesDDC: usesDDC)]) {
        words = $0
      }
      turn(until: { words != nil }, "it is not answered")
      return words?["good"]
    }
    #expect(words(true)?.hasPrefix("\(path), as its rule says") == true)
    #expect(words(false)?.hasPrefix("none: other has \(path) too") == true)
    let opened = hall.openings(path)
    var own: [String: String] = [:]
    desk.outlook(of: ["good"], ["good": DisplayPowerDesk.Wishes(choice: .device(path), usesDDC: true)]) { own = $0 }
    #expect(own == ["good": "none: its rule says ddc: true, and by that it is told"])
    #expect(hall.openings(path) == opened)
  }
}
