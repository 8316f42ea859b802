import ControlProtocol
import DisplayTypes
import Testing

@testable import Scenes
@testable import marqueed

@Suite @MainActor struct SessionDisplayLinkTests {
  private static func frame(_ number: UInt64) -> DisplayLinkFrame {
    DisplayLinkFrame(
      timestamp: MonotonicTime(nanoseconds: number * 20), targetTimestamp: MonotonicTime(nanoseconds: number * 20 + 20))
  }

  @Test("a client that does not read gets the newest refresh with the number of skipped ones, and no queue")
  func skips() {
    var told: [AppMessage] = []
    var isRead = true
    let link = SessionDisplayLink(session: "s", maximumHertz: nil) { message in
      if isRead { told.append(message) }
      return isRead
    }
    for number in 1...100 {
      isRead = number <= 2 || number > 98
      link.refreshed(Self.frame(UInt64(number)))
    }
    #expect(told.map(\.number) == [1, 2, 99, 100])
    #expect(told.map(\.skipped) == [nil, nil, 96, nil])
    #expect(told.map(\.monotonicNanoseconds) == [20, 40, 1980, 2000])
    #expect(told.map(\.targetNanoseconds) == [40, 60, 2000, 2020])
    #expect(told.allSatisfy { $0.kind == .refresh && $0.session == "s" })
  }
}
