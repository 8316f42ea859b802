/// A token bucket for each address or session. If there are too many buckets, the least recently used one is removed.
struct RateLimit {
  static let most = 1000
  private let burst: Double
  private let perSecond: Double
  private var buckets: [String: TokenBucket] = [:]

  init(burst: Double, perSecond: Double) {
    self.burst = burst
    self.perSecond = perSecond
  }

  var count: Int { buckets.count }

  /// Takes a token of an address or session. Returns false if none is left.
  mutating func take(_ key: String, now: Double) -> Bool {
    if buckets[key] == nil, buckets.count >= RateLimit.most,
      let oldest = buckets.min(by: { $0.value.last < $1.value.last })?.key
    {
      buckets[oldest] = nil
    }
    var bucket = buckets[key] ?? TokenBucket(burst: burst, perSecond: perSecond, now: now)
    defer { buckets[key] = bucket }
    return bucket.take(now: now)
  }
}

/// Tokens that are refilled at a constant rate.
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

  func hasOne(now: Double) -> Bool { min(burst, left + max(0, now - last) * perSecond) >= 1 }

  /// Takes a token. Returns false if none is left.
  mutating func take(now: Double) -> Bool {
    let isThere = hasOne(now: now)
    left = min(burst, left + max(0, now - last) * perSecond)
    last = now
    guard isThere else { return false }
    left -= 1
    return true
  }
}
