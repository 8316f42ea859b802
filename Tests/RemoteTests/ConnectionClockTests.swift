import Testing

@testable import RemoteGate

struct ConnectionClockTests {
  private func clock() -> ConnectionClock { ConnectionClock(GateLimits(), now: 0) }

  @Test func whoSaysNothingIsGoneAfterTenSeconds() {
    #expect(!clock().isOver(now: 10))
    #expect(clock().isOver(now: 10.1))
  }

  @Test func whoBeginsARequestAndDoesNotEndItIsGoneAfterTwenty() {
    var clock = clock()
    for second in 1...19 { _ = clock.heard(1, now: Double(second)) }
    #expect(!clock.isOver(now: 20))
    #expect(clock.isOver(now: 21.1))
  }

  @Test func tooManyBytesBeforeAnAnswerEndIt() {
    var clock = clock()
    let (all, more) = (clock.heard(64 * 1024, now: 1), clock.heard(1, now: 1))
    #expect(all && !more)
  }

  @Test func anAnswerBeginsAnew() {
    var clock = clock()
    _ = clock.heard(64 * 1024, now: 1)
    clock.answered(now: 2)
    let isTaken = clock.heard(64 * 1024, now: 3)
    #expect(isTaken)
  }

  @Test func aStreamThatIsReadLivesAndOneThatIsNotEnds() {
    var clock = clock()
    _ = clock.heard(100, now: 1)
    for second in stride(from: 2.0, to: 400, by: 15) {
      clock.answered(now: second)
      clock.took(all: true, now: second)
      #expect(!clock.isOver(now: second + 14))
    }
    clock.waits(now: 400)
    #expect(!clock.isOver(now: 430))
    #expect(clock.isOver(now: 430.1))
  }

  @Test func whoIsIdleIsGoneAfterNinety() {
    var clock = clock()
    _ = clock.heard(100, now: 1)
    clock.answered(now: 2)
    #expect(!clock.isOver(now: 92))
    #expect(clock.isOver(now: 92.1))
  }

  @Test func whoIsRefusedIsGoneAfterTenSecondsHoweverMuchItSends() {
    var clock = clock()
    _ = clock.heard(100, now: 1)
    clock.refused(now: 2)
    #expect(!clock.isOver(now: 12))
    #expect(clock.isOver(now: 12.1))
  }
}
