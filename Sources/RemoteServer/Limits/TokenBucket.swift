/// So many at once, and so many a second after that.
struct TokenBucket {
  private let burst: Double
  private let perSecond: Double
  private var left: Double
  private(set) var last: Double

  init(burst: Double, perSecond: Double, now: Double) {
    self.burst = burst
    self.perSecond = perSecond
    left = burst
    last = now
  }

  /// Takes one; false where none is left.
  mutating func take(now: Double) -> Bool {
    left = min(burst, left + max(0, now - last) * perSecond)
    last = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
