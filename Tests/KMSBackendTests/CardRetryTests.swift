import Testing

@testable import KMSBackend

@Suite struct CardRetryTests {
  private func delays(_ count: Int, besideOpenCard: Bool, _ retry: inout CardRetry) -> [UInt64] {
    var found: [UInt64] = []
    for _ in 0..<count { found.append(retry.next(besideOpenCard: besideOpenCard) / 1_000_000_000) }
    return found
  }

  @Test func withoutAnyCardItIsTriedEverySecond() {
    var retry = CardRetry()
    #expect(delays(5, besideOpenCard: false, &retry) == [1, 1, 1, 1, 1])
  }

  @Test func besideACardThatIsOpenItIsTriedEverMoreSeldom() {
    var retry = CardRetry()
    #expect(delays(9, besideOpenCard: true, &retry) == [1, 2, 4, 8, 16, 32, 60, 60, 60])
  }

  @Test func aCardThatComesOrGoesRestartsIt() {
    var retry = CardRetry()
    _ = delays(9, besideOpenCard: true, &retry)
    retry.reset()
    #expect(delays(2, besideOpenCard: true, &retry) == [1, 2])
    #expect(delays(2, besideOpenCard: false, &retry) == [1, 1])
    #expect(delays(2, besideOpenCard: true, &retry) == [1, 2])
  }
}
