import ControlProtocol
import DisplayTypes
import EventLoop
import FoundationEssentials
import Glibc
import MonitorPower
import SimulatedBackend
import TestKit
import Testing

@testable import marqueed

/// Two screens, each with its own adapter. One adapter hangs.
@MainActor @Suite(.timeLimit(.minutes(30))) final class CECAdapterThreadsTests {
  private let folder: TemporaryFolder
  private var directory: String { folder.path }
  private let loop: EventLoop
  private let testAdapters: TestAdapters
  private let clock: SimulatedClock
  private let adapters: CECAdapterThreads
  private var signals: [String: Bool] = [:]
  private var told: [String: [PowerReport]] = [:]

  init() throws {
    folder = try TemporaryFolder("power")
    loop = try EventLoop()
    testAdapters = try TestAdapters(waking: loop.mailbox)
    clock = SimulatedClock(loop: loop, startingAt: MonotonicTime(nanoseconds: 1_000_000_000_000))
    adapters = CECAdapterThreads(loop: loop, clock: clock, open: testAdapters.opening, wait: { _ in })
  }

  deinit { testAdapters.letGo() }

  private var screens: [String] { signals.keys.sorted() }
  private static func adapter(_ screen: String) -> String { "/dev/cec-\(screen)" }

  private func makeControl(isAutomatic: Bool = false, by others: CECAdapterThreads? = nil) -> DisplayPowerControl {
    let control = DisplayPowerControl(
      clock: clock,
      file: KeptValue("display-power.json", in: directory, store: StoreThread(main: loop.mailbox), clock: clock),
      adapters: others ?? adapters, monitors: DDCQueue(DDCProgram(path: "/no-such-program"), loop: loop, slots: nil),
      sources: DisplayPowerControl.Sources(
        subjects: { [weak self] in
          (self?.screens ?? []).enumerated().map { number, screen in
            DisplayPowerControl.Subject(
              id: ScreenID(rawValue: UInt64(number)), name: screen, device: "/dev/dri/card0",
              identity: DisplayIdentity(make: "ABC", model: screen, serial: "1"), edid: [],
              choice: isAutomatic ? .automatic : .device(Self.adapter(screen)), hasSignal: self?.signals[screen])
          }
        },
        connectorNumber: { $1(isAutomatic ? UInt32($0.rawValue) : nil) },
        adapterPaths: { [weak self] in isAutomatic ? (self?.screens ?? []).map(Self.adapter) : [] }),
      events: DisplayPowerControl.Callbacks(
        attemptDidEnd: { [weak self] in self?.told[$0, default: []].append($1) }, isLeftOn: { _ in }))
    control.begin()
    return control
  }

  /// Turns the loop until the condition holds. The adapters' threads wake it.
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

  /// Makes the control probe, and again after the result has settled.
  private func look(_ control: DisplayPowerControl) {
    control.screensMayHaveChanged()
    clock.advance(by: DisplayPowerControl.gathering)
    clock.advance(by: DisplayPowerModel.settling)
  }

  private func last(_ screen: String) -> PowerReport? { told[screen]?.last }

  /// The state of new screens is not reported.
  private func settle(_ control: DisplayPowerControl, _ screens: [String]) {
    for screen in screens { signals[screen] = true }
    look(control)
    #expect(told.isEmpty)
  }

  private func power(_ control: DisplayPowerControl, _ screens: [String], on: Bool) {
    for screen in screens { signals[screen] = on }
    look(control)
  }

  @Test func anAdapterThatHangsDelaysNoOther() {
    let control = makeControl()
    settle(control, ["good", "stuck"])
    #expect(adapters.count == 0)
    testAdapters.hold(Self.adapter("stuck"))
    power(control, ["good", "stuck"], on: false)
    turn(until: { last("good") != nil }, "the other display is not told")
    #expect(last("good")?.told == .standby)
    turn(until: { testAdapters.waiting(Self.adapter("stuck")) == 1 }, "the driver of the stuck adapter is not called")
    turn(until: { adapters.count == 1 }, "the thread of the other adapter does not end")
    clock.advance(by: CECAdapterThreads.patience - 1)
    #expect(last("stuck") == nil)
    clock.advance(by: 1)
    turn(until: { last("stuck") != nil }, "it is not given up")
    #expect(last("stuck")?.told == .noAdapter)
    #expect(last("stuck")?.reason.contains("the driver of /dev/cec-stuck does not answer") == true)

    // A second request is refused at once, without a second thread. The other adapter continues.
    told = [:]
    power(control, ["good", "stuck"], on: true)
    turn(until: { last("stuck") != nil && last("good") != nil }, "they are not told")
    #expect(last("stuck")?.told == .noAdapter)
    #expect(last("good")?.told == .on)
    #expect(testAdapters.waiting(Self.adapter("stuck")) == 1)

    // Each display is reported separately.
    turn(until: { adapters.count == 1 }, "the thread of the other one does not end")
    let ages = control.infos.compactMap(\.ageSeconds)
    clock.advance(by: 20_000_000_000)
    let later = control.infos.compactMap(\.ageSeconds)
    #expect(ages.count == 2 && ages.allSatisfy { $0 >= 0 } && later.count == 2)
    #expect(zip(ages, later).allSatisfy { abs($1 - $0 - 20) < 1e-6 }, "\(ages), \(later)")

    // Pending messages are dropped when it returns.
    testAdapters.letGo()
    turn(until: { adapters.count == 0 }, "its thread does not end")
    #expect(testAdapters.heard(Self.adapter("stuck")).isEmpty)
    #expect(testAdapters.open(Self.adapter("stuck")) == 0)
    told = [:]
    power(control, ["good", "stuck"], on: false)
    turn(until: { last("stuck") != nil && last("good") != nil }, "they are not told")
    #expect(last("stuck")?.told == .standby)
    turn(until: { adapters.count == 0 }, "a thread is there though nothing is said")
    #expect(testAdapters.open(Self.adapter("good")) == 0 && testAdapters.open(Self.adapter("stuck")) == 0)
  }

  /// The attempt on the adapter that hangs is not given up meanwhile.
  @Test func anAdapterThatHangsDelaysNoDisplayWithAnAutomaticAdapter() {
    let control = makeControl(isAutomatic: true)
    settle(control, ["a stuck", "good"])
    for (number, screen) in screens.enumerated() {
      testAdapters.give(Self.adapter(screen), CECAdapter.Connector(card: 0, number: UInt32(number)))
    }
    testAdapters.hold(Self.adapter("a stuck"))
    power(control, ["good"], on: false)
    turn(until: { last("good") != nil }, "the other display is not told")
    #expect(last("good")?.told == .standby && control.infos.first?.device == Self.adapter("good"))
    turn(until: { testAdapters.waiting(Self.adapter("a stuck")) == 1 }, "the driver of the stuck adapter is not called")
  }

  @Test func theEndDoesNotWaitForIt() {
    var control: DisplayPowerControl? = makeControl()
    weak let gone = control
    if let control {
      settle(control, ["stuck"])
      testAdapters.hold(Self.adapter("stuck"))
      power(control, ["stuck"], on: false)
    }
    turn(until: { testAdapters.waiting(Self.adapter("stuck")) == 1 }, "it is not used")
    control = nil
    #expect(gone == nil)
    #expect(testAdapters.waiting(Self.adapter("stuck")) == 1)
  }

  /// The display's state is being read at that time.
  @Test func aChangeEndsTheAttemptBefore() throws {
    let gate = try WakeEvent()
    let adapters = CECAdapterThreads(
      loop: loop, clock: clock, open: testAdapters.opening, wait: { _ in gate.wait(milliseconds: 60_000) })
    let control = makeControl(by: adapters)
    settle(control, ["good"])
    power(control, ["good"], on: false)
    turn(until: { testAdapters.heard(Self.adapter("good")).contains([0x40, 0x36]) }, "it is not put to standby")
    power(control, ["good"], on: true)
    gate.signal()
    turn(until: { told["good"] != nil && adapters.count == 0 }, "it is not told")
    #expect(told["good"] == [PowerReport(asked: .on, told: .on)])
  }

  @Test func anAttemptThatIsCancelledIsOverBeforeTheNext() {
    var reports: [PowerReport] = []
    testAdapters.hold(Self.adapter("good"))
    let first = adapters.perform(CECAttempt(.standby, by: Self.adapter("good"), place: nil)) { reports.append($0) }
    turn(until: { testAdapters.waiting(Self.adapter("good")) == 1 }, "it is not used")
    first.cancel()
    let second = adapters.perform(CECAttempt(.on, by: Self.adapter("good"), place: nil)) { reports.append($0) }
    loop.turn(waiting: false)
    #expect(testAdapters.waiting(Self.adapter("good")) == 1 && adapters.count == 1)
    testAdapters.letGo()
    turn(until: { !reports.isEmpty && adapters.count == 0 }, "the other attempt does not end")
    withExtendedLifetime(second) { #expect(reports == [PowerReport(asked: .on, told: .on)]) }
    #expect(!testAdapters.heard(Self.adapter("good")).contains([0x40, 0x36]))
  }
}
