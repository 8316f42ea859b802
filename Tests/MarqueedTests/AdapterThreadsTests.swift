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
@MainActor @Suite(.timeLimit(.minutes(15))) final class AdapterThreadsTests {
  private let directory: String
  private let loop: EventLoop
  private let hall: TestAdapters
  private let adapters: AdapterThreads
  private var signals: [String: Bool] = [:]
  private var told: [String: [PowerReport]] = [:]

  init() throws {
    var template = Array("/tmp/marquee-power-XXXXXX".utf8CString)
    directory = String(cString: try #require(mkdtemp(&template)))
    loop = try EventLoop()
    hall = try TestAdapters()
    adapters = AdapterThreads(loop: loop, patience: 4_000_000_000, open: hall.opening)
  }

  deinit {
    hall.letGo()
    try? FileManager.default.removeItem(atPath: directory)
  }

  private var screens: [String] { signals.keys.sorted() }
  private static func adapter(_ screen: String) -> String { "/dev/cec-\(screen)" }

  private func makeDesk(
    outlookPatience: UInt64 = DisplayPowerDesk.usualOutlookPatience, answersOfConnectors: Bool = true,
    automaticBy automatic: AdapterThreads? = nil
  ) -> DisplayPowerDesk {
    DisplayPowerDesk(
      loop: loop,
      file: TalkFile("display-power.json", in: directory, clock: SimulatedClock(loop: loop)),
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

  /// Turns the loop, at least each 50 ms, until that is so; a loop that a call holds up does not.
  private func turn(
    until isSo: () -> Bool, _ comment: Comment, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let end = MonotonicTime.now.advanced(by: 30_000_000_000)
    let alarm = loop.makeTimer {}
    while !isSo() {
      guard MonotonicTime.now < end else {
        Issue.record(comment, sourceLocation: sourceLocation)
        return
      }
      alarm.arm(at: MonotonicTime.now.advanced(by: 50_000_000))
      loop.turn(waiting: true)
    }
  }

  private func last(_ screen: String) -> PowerReport? { told[screen]?.last { $0.isFinal } }

  /// What screens are when they come, which is told to nobody.
  private func settle(_ desk: DisplayPowerDesk, _ screens: [String]) {
    for screen in screens { signals[screen] = true }
    desk.screensMayHaveChanged()
    let settled = MonotonicTime.now.advanced(by: PowerBook.settling + 200_000_000)
    turn(until: { MonotonicTime.now >= settled }, "it does not settle")
    #expect(told.isEmpty)
  }

  private func power(_ desk: DisplayPowerDesk, _ screens: [String], on: Bool) {
    for screen in screens { signals[screen] = on }
    desk.screensMayHaveChanged()
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
    turn(until: { last("stuck") != nil }, "the one that hangs is not given up")
    #expect(last("stuck")?.told == .noAdapter)
    #expect(last("stuck")?.reason.contains("the driver of /dev/cec-stuck does not answer") == true)
    turn(until: { adapters.count == 1 }, "the thread of the other one does not end")

    // Asked again it is refused at once, and has no second thread; the other goes on.
    told = [:]
    power(desk, ["good", "stuck"], on: true)
    turn(until: { last("stuck") != nil && last("good") != nil }, "they are not told")
    #expect(last("stuck")?.told == .noAdapter)
    #expect(last("good")?.told == .on)
    #expect(hall.waiting(Self.adapter("stuck")) == 1)

    // When each was told, by itself.
    let ages = desk.infos.compactMap(\.secondsAgo)
    usleep(20_000)
    let later = desk.infos.compactMap(\.secondsAgo)
    #expect(ages.count == 2 && later.count == 2 && zip(ages, later).allSatisfy { $1 > $0 && $0 >= 0 })

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
    let adapters = AdapterThreads(loop: loop, patience: 3_600_000_000_000, open: hall.opening)
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
    #expect(outlook(desk, of: ["stuck"]) == [:])
    #expect(outlook(desk, of: ["good", "stuck"]).map { Array($0.keys) } == ["good"])
    #expect(hall.waiting(Self.adapter("stuck")) == 1)
  }

  @Test func whoAsksIsAnsweredWhereTheKernelIsNot() {
    let desk = makeDesk(outlookPatience: 100_000_000, answersOfConnectors: false)
    signals = ["good": true]
    #expect(outlook(desk, of: ["good"]) == [:])
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
