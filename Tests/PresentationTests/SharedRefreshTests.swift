import DisplayTypes
import Testing

@testable import Presentation

@Suite("SharedRefresh")
struct SharedRefreshTests {
  private func shared(_ chances: [(milliseconds: UInt64, hertz: UInt64)]) -> SharedRefresh {
    var shared = SharedRefresh()
    for (milliseconds, hertz) in chances {
      shared.add(.init(target: MonotonicTime(nanoseconds: milliseconds * 1_000_000), interval: 1_000_000_000 / hertz))
    }
    return shared
  }

  @Test("screens of one refresh rate wait for the last of them, and 59.94 Hz counts as 60")
  func last() {
    let moment = shared([(10, 60), (24, 60), (30, 50)]).moment(every: 16_683_350)
    #expect(moment == MonotonicTime(nanoseconds: 24_000_000))
  }

  @Test("screens of another refresh rate wait for no others")
  func others() {
    let all = shared([(10, 60), (24, 60), (3, 50), (90, 59)])
    #expect(all.moment(every: 20_000_000) == MonotonicTime(nanoseconds: 3_000_000))
    #expect(all.moment(every: 8_333_333) == .zero)
  }
}
