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

  private func numbers(_ orders: [PresentOrder]?) -> [UInt64]? { orders?.map(\.screen.rawValue) }

  private let one = ScreenID(rawValue: 1)
  private let two = ScreenID(rawValue: 2)

  @Test("what is there at once goes out at the end, in order; nothing is held before and afterwards")
  func atOnce() {
    var queue = TogetherQueue()
    #expect(!queue.holds(one))
    queue.begin()
    #expect(queue.holds(one))
    #expect(queue.add(order(2)) == nil)
    #expect(queue.add(order(1)) == nil)
    #expect(numbers(queue.end()) == [2, 1])
    #expect(!queue.holds(one))
  }

  @Test("a layout that takes its time is waited for, and no other screen is")
  func later() {
    var queue = TogetherQueue()
    queue.begin()
    queue.expect(one)
    #expect(queue.add(order(2)) == nil)
    #expect(queue.end() == nil)
    #expect(queue.isWaiting)
    #expect(queue.holds(one))
    #expect(queue.holds(two))
    #expect(!queue.holds(ScreenID(rawValue: 3)))
    #expect(numbers(queue.add(order(1))) == [2, 1])
    #expect(!queue.isWaiting)
  }

  @Test("one whose layout fails, or does not come, is not waited for")
  func missing() {
    var queue = TogetherQueue()
    queue.begin()
    queue.expect(one)
    _ = queue.add(order(2))
    _ = queue.end()
    #expect(queue.leave(ScreenID(rawValue: 3)) == nil)
    #expect(numbers(queue.leave(one)) == [2])
    queue.begin()
    queue.expect(one)
    _ = queue.add(order(2))
    _ = queue.end()
    #expect(numbers(queue.takeAll()) == [2])
    #expect(!queue.holds(two))
  }
}
