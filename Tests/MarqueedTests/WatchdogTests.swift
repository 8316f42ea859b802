import EventLoop
import Testing

@testable import marqueed

@MainActor
@Suite struct WatchdogTests {
  private func interval(_ variables: [String: String]) -> UInt64? {
    Watchdog.interval(DaemonEnvironment(variables: variables, userID: 1000, processID: 42, isService: true))
  }

  @Test func withoutAnIntervalThereIsNoWatchdog() throws {
    #expect(interval([:]) == nil)
    let environment = DaemonEnvironment(variables: [:], userID: 1000, processID: 42, isService: true)
    #expect(Watchdog(loop: try EventLoop(), environment: environment) {} == nil)
  }

  @Test func theIntervalIsInMicroseconds() {
    #expect(interval(["WATCHDOG_USEC": "30000000"]) == 30_000_000_000)
  }

  @Test func anIntervalForAnotherProcessIsNotOurs() {
    #expect(interval(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "41"]) == nil)
    #expect(interval(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "42"]) == 30_000_000_000)
  }

  @Test(arguments: ["0", "-1", "soon", "", "18446744073709551615"])
  func otherTextsAreNoIntervals(_ text: String) {
    #expect(interval(["WATCHDOG_USEC": text]) == nil)
  }

  @Test func itLooksAgainAndAgain() throws {
    let loop = try EventLoop()
    let environment = DaemonEnvironment(
      variables: ["WATCHDOG_USEC": "2000"], userID: 1000, processID: 42, isService: true)
    var looks = 0
    let watchdog = Watchdog(loop: loop, environment: environment) {
      looks += 1
      if looks == 3 { loop.stop() }
    }
    loop.run()
    #expect(watchdog != nil && looks == 3)
  }
}
