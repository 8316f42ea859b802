import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

@Suite("TogetherQueue")
struct TogetherQueueTests {
  private func order(_ screen: UInt64) -> PresentOrder {
    PresentOrder(
      screen: ScreenID(rawValue: screen), token: CommitToken(rawValue: 1),
      geometry: OutputGeometry(mode: PixelSize(width: 8, height: 8)), tree: LayerTree())
  }

  private func numbers(_ orders: [[PresentOrder]]) -> [[UInt64]] { orders.map { $0.map(\.screen.rawValue) } }

  private let one = ScreenID(rawValue: 1)
  private let two = ScreenID(rawValue: 2)
  private let three = ScreenID(rawValue: 3)
  private func time(_ nanoseconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }

  @Test("ready changes go out at the end, in order, and nothing is held before and afterwards")
  func atOnce() {
    var queue = TogetherQueue()
    #expect(!queue.holds(one))
    queue.begin(until: time(9))
    #expect(queue.holds(one))
    #expect(queue.add(order(2)).isEmpty)
    #expect(queue.add(order(1)).isEmpty)
    #expect(numbers(queue.end()) == [[2, 1]])
    #expect(!queue.holds(one))
    #expect(queue.deadline == nil)
  }

  @Test("a layout that takes its time is waited for, and no other screen is")
  func later() {
    var queue = TogetherQueue()
    queue.begin(until: time(9))
    queue.expect(one, with: one)
    #expect(queue.add(order(2)).isEmpty)
    #expect(queue.end().isEmpty)
    #expect(queue.deadline == time(9))
    #expect(queue.holds(one))
    #expect(queue.holds(two))
    #expect(!queue.holds(three))
    #expect(numbers(queue.add(order(1))) == [[2, 1]])
    #expect(queue.deadline == nil)
  }

  @Test("one whose layout fails, or does not come, is not waited for")
  func missing() {
    var queue = TogetherQueue()
    queue.begin(until: time(9))
    queue.expect(one, with: one)
    _ = queue.add(order(2))
    _ = queue.end()
    #expect(queue.leave(three).isEmpty)
    #expect(numbers(queue.leave(one)) == [[2]])
    queue.begin(until: time(9))
    queue.expect(one, with: one)
    _ = queue.add(order(2))
    _ = queue.end()
    #expect(queue.takeOverdue(at: time(8)).isEmpty)
    #expect(numbers(queue.takeOverdue(at: time(9))) == [[2]])
    #expect(!queue.holds(two))
  }

  @Test("changes of other screens wait for no others, and changes of the same screens go with them without a delay")
  func apart() {
    var queue = TogetherQueue()
    queue.begin(until: time(9))
    queue.expect(one, with: one)
    _ = queue.end()
    queue.begin(until: time(12))
    _ = queue.add(order(2))
    _ = queue.add(order(3))
    #expect(numbers(queue.end()) == [[2, 3]])
    queue.begin(until: time(15))
    queue.expect(one, with: one)
    _ = queue.add(order(2))
    #expect(queue.end().isEmpty)
    #expect(queue.deadline == time(9))
    #expect(numbers(queue.takeOverdue(at: time(9))) == [[2]])
  }

  @Test("for each screen the newest picture is kept, and an urgent one goes first")
  func newest() {
    var queue = TogetherQueue()
    queue.begin(until: time(9))
    queue.expect(one, with: one)
    _ = queue.add(order(2))
    _ = queue.add(order(2))
    _ = queue.add(order(3))
    let isThree = { (screen: ScreenID) in screen.rawValue == 3 }
    #expect(numbers(queue.end(urgent: isThree)) == [[3]])
    #expect(queue.add(order(2)).isEmpty)
    #expect(queue.held(of: two) != nil)
    #expect(queue.release(two).isEmpty)
    #expect(numbers(queue.add(order(1))) == [[1]])
  }
}
