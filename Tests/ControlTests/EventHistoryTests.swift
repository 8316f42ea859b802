import ControlProtocol
import Testing

@testable import ControlServer

@Suite struct EventHistoryTests {
  private func history(_ numbers: ClosedRange<UInt64>, maximumCount: Int = 10, maximumBytes: Int = 100) -> EventHistory
  {
    var history = EventHistory(maximumCount: maximumCount, maximumBytes: maximumBytes)
    for number in numbers { history.add(number, [UInt8(number), 0]) }
    return history
  }

  @Test func missedEventsFollowInOrder() {
    let history = history(1...5)
    #expect(history.frames(after: 3) == [[4, 0], [5, 0]])
    #expect(history.frames(after: 0)?.count == 5)
    #expect(history.frames(after: 5) == [])
  }

  @Test func futureNumbersAreUnknown() {
    #expect(history(1...5).frames(after: 6) == nil)
    #expect(EventHistory().frames(after: 1) == nil)
    #expect(EventHistory().frames(after: 0) == [])
    #expect(history(1...5).frames(after: .max) == nil)
  }

  @Test func theOldestAreForgottenByNumber() {
    let history = history(1...20)
    #expect(history.frames(after: 10)?.count == 10)
    #expect(history.frames(after: 9) == nil)
  }

  @Test func theOldestAreForgottenByBytes() {
    let history = history(1...20, maximumCount: 100, maximumBytes: 6)
    #expect(history.frames(after: 17)?.count == 3)
    #expect(history.frames(after: 16) == nil)
  }

  @Test func anObserverGetsItsOwnFrameOfAnEvent() {
    var history = history(1...2, maximumBytes: 9)
    history.add(3, [3, 0], observed: [9])
    #expect(history.frames(after: 1) == [[2, 0], [3, 0]])
    #expect(history.frames(after: 1, for: .control) == [[2, 0], [3, 0]])
    #expect(history.frames(after: 1, for: .observe) == [[2, 0], [9]])
    // Both frames count.
    #expect(history.frames(after: 0)?.count == 3)
    history.add(4, [4, 0], observed: [9])
    #expect(history.frames(after: 0) == nil)
  }

  @Test func aTooLargeEventIsNotKept() {
    var history = history(1...2, maximumBytes: 8)
    history.add(3, [UInt8](repeating: 0, count: 9))
    #expect(history.frames(after: 2) == nil)
    #expect(history.frames(after: 3) == [])
    history.add(4, [4, 0])
    #expect(history.frames(after: 3) == [[4, 0]])
  }
}
