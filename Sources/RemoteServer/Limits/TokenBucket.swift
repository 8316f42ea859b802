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

  /// Whether one is left.
  func hasOne(now: Double) -> Bool { min(burst, left + max(0, now - last) * perSecond) >= 1 }

  /// Takes one; false where none is left.
  mutating func take(now: Double) -> Bool {
    let isThere = hasOne(now: now)
    left = min(burst, left + max(0, now - last) * perSecond)
    last = now
    guard isThere else { return false }
    left -= 1
    return true
  }
}
