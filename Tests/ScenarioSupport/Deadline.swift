internal import Glibc

/// A moment by which something must have happened, for conditions that can only be asked for again.
public struct Deadline {
  private let end: ContinuousClock.Instant

  /// So many seconds from now.
  public init(after seconds: Double) {
    end = .now + .seconds(seconds)
  }

  var hasPassed: Bool { end <= .now }

  var secondsLeft: Double {
    let (seconds, attoseconds) = (end - .now).components
    return max(0, Double(seconds) + Double(attoseconds) * 1e-18)
  }

  /// Asks again and again until the answer is there; nil at the deadline.
  public func poll<Value>(every milliseconds: Int32 = 20, _ ask: () throws -> Value?) rethrows -> Value? {
    while true {
      if let value = try ask() { return value }
      guard !hasPassed else { return nil }
      Glibc.poll(nil, 0, milliseconds)
    }
  }
}
