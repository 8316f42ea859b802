import DisplayTypes
import Testing

@Suite struct BackoffTests {
  @Test func eachWaitIsTwiceTheOneBeforeUpToTheLongest() {
    var backoff = Backoff(first: 250, longest: 1500)
    #expect((0..<5).map { _ in backoff.next() } == [250, 500, 1000, 1500, 1500])
  }

  @Test func afterASuccessItBeginsWithTheFirstWait() {
    var backoff = Backoff(first: 10, longest: 1000)
    #expect(backoff.isFresh)
    _ = backoff.next()
    #expect(!backoff.isFresh && backoff.pause == 20)
    backoff.reset()
    #expect(backoff.isFresh && backoff.next() == 10)
  }

  @Test func theFirstWaitMayBeNone() {
    var backoff = Backoff(first: 250, longest: 500, isFirstFree: true)
    #expect(backoff.isFresh && backoff.pause == 0)
    #expect((0..<4).map { _ in backoff.next() } == [0, 250, 500, 500])
    backoff.reset()
    #expect(backoff.next() == 0)
    #expect(!backoff.isFresh && backoff.pause == 250)
  }

  @Test func theLongestWaitMayBeAnyNumber() {
    var backoff = Backoff(first: .max / 2, longest: .max)
    #expect((0..<3).map { _ in backoff.next() } == [.max / 2, .max - 1, .max])
  }
}
