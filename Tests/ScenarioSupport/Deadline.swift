internal import Glibc

/// The latest time of an expected event, for conditions that can only be polled.
public struct Deadline {
  private let end: Double
  /// Nil for real time.
  private let time: SimulatedBenchTime?

  /// A deadline this many seconds from now, in real time.
  public init(after seconds: Double) { self.init(after: seconds, on: nil) }

  init(after seconds: Double, on time: SimulatedBenchTime?) {
    self.time = time
    end = Self.now(time) + seconds
  }

  static func now(_ time: SimulatedBenchTime?) -> Double {
    if let time { return time.now }
    var moment = timespec()
    clock_gettime(CLOCK_MONOTONIC, &moment)
    return Double(moment.tv_sec) + Double(moment.tv_nsec) / 1e9
  }

  var hasPassed: Bool { secondsLeft <= 0 }

  var secondsLeft: Double { max(0, end - Self.now(time)) }

  /// Polls until there is an answer; nil at the deadline.
  public func poll<Value>(every milliseconds: Int32 = 20, _ ask: () throws -> Value?) rethrows -> Value? {
    while true {
      if let value = try ask() { return value }
      guard !hasPassed else { return nil }
      if let time { time.pass(seconds: Double(milliseconds) / 1000) } else { Glibc.poll(nil, 0, milliseconds) }
    }
  }
}
