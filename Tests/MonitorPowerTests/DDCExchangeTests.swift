import Testing

@testable import MonitorPower

/// The requests to a monitor by DDC/CI, and the meaning of its answers.
struct DDCExchangeTests {
  /// Answers from a list; after its end as the last of it.
  private final class Monitor: DDCMonitor {
    private var values: [Result<UInt8, DDCError>]
    private var refusals: Int
    private(set) var set: [UInt8] = []
    private(set) var readings = 0

    init(_ values: [Result<UInt8, DDCError>], refusals: Int = 0) {
      self.values = values
      self.refusals = refusals
    }

    func powerMode() throws(DDCError) -> UInt8 {
      readings += 1
      return try (values.count > 1 ? values.removeFirst() : values[0]).get()
    }

    func setPowerMode(_ value: UInt8) throws(DDCError) {
      guard refusals == 0 else {
        refusals -= 1
        throw .noAnswer
      }
      set.append(value)
    }
  }

  private func bring(_ monitor: Monitor, to wish: PowerWish) -> (told: PowerAnswer, pauses: Int) {
    var pauses = 0
    let told = DDCExchange.bring(monitor, to: wish) { pauses += 1 }
    return (told, pauses)
  }

  /// Not 5: from that some are woken by hand alone.
  @Test func standbyIsTheDeepestThatItComesBackFrom() {
    let monitor = Monitor([.success(1), .success(4)])
    #expect(bring(monitor, to: .standby) == (.standby, 1))
    #expect(monitor.set == [4])
  }

  @Test func itIsOnWhenItReportsOn() {
    let monitor = Monitor([.success(4), .failure(.noAnswer), .success(2), .success(1)])
    #expect(bring(monitor, to: .on) == (.on, 3))
    #expect(monitor.set == [1])
  }

  @Test(arguments: [2, 3, 4, 5] as [UInt8])
  func eachSleepIsStandby(_ value: UInt8) {
    #expect(bring(Monitor([.success(1), .success(value)]), to: .standby).told == .standby)
  }

  @Test func withoutTheFeatureNothingIsSet() {
    let monitor = Monitor([.failure(.unsupported)])
    #expect(bring(monitor, to: .standby) == (.refused, 0))
    #expect(monitor.set == [])
  }

  @Test func anUnchangedStateIsReported() {
    let monitor = Monitor([.success(1)])
    #expect(bring(monitor, to: .standby).told == .on)
    // One reading before the change, and then until the time limit.
    #expect(monitor.readings == 1 + DDCExchange.mostReadings)
    #expect(monitor.set == [4])
    #expect(bring(Monitor([.success(4)]), to: .on).told == .standby)
  }

  @Test func aMonitorThatIsDeafInStandbyTookIt() {
    let monitor = Monitor([.success(1), .failure(.noAnswer)])
    #expect(bring(monitor, to: .standby) == (.silent, 1))
  }

  @Test func anAwakeMonitorWithoutAnswersIsSilent() {
    #expect(bring(Monitor([.failure(.noAnswer)]), to: .on).told == .silent)
    #expect(bring(Monitor([.success(0)]), to: .on).told == .silent)
  }

  @Test func aMonitorThatDoesNotTakeItDoesNotAnswer() {
    let monitor = Monitor([.success(1)], refusals: 1)
    #expect(bring(monitor, to: .standby) == (.noAnswer, 0))
    #expect(monitor.readings == 1 && monitor.set == [])
  }
}
