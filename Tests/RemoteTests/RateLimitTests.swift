import Testing

@testable import marquee_remote

struct RateLimitTests {
  @Test func soManyAtOnceAndSoManyASecond() {
    var limit = RateLimit(burst: 3, perSecond: 2)
    var taken: [Bool] = []
    for now in [0.0, 0, 0, 0, 0, 1, 1, 1] { taken.append(limit.take("a", now: now)) }
    #expect(taken == [true, true, true, false, false, true, true, false])
    let other = limit.take("b", now: 1)
    #expect(other)
  }

  @Test func manyKeysTakeNoMemory() {
    var limit = RateLimit(burst: 1, perSecond: 0)
    for number in 1...RateLimit.most + 50 { _ = limit.take("\(number)", now: Double(number)) }
    #expect(limit.count == RateLimit.most)
    // The newest client is among those that are remembered.
    let again = limit.take("\(RateLimit.most + 50)", now: Double(RateLimit.most + 50))
    #expect(!again)
  }
}
