public import DisplayTypes

/// The timer of a talk.
public struct TalkStopwatch: Hashable, Sendable {
  /// What had passed when it was started or stopped last, in milliseconds.
  public private(set) var passedMilliseconds: Int
  /// When it was started last; nil while it stands.
  public private(set) var start: MonotonicTime?
  /// Whether anybody has started it, so that a turn of a page does not any more.
  public private(set) var wasUsed: Bool

  /// It counts no further, in milliseconds: a week.
  public static let longestMilliseconds = 604_800_000

  /// Makes one that stands at zero.
  public init() {
    passedMilliseconds = 0
    wasUsed = false
  }

  /// Makes one that goes on from what was kept; numbers that cannot be become the nearest that can.
  public init(passedMilliseconds: Int, start: MonotonicTime?, wasUsed: Bool) {
    self.passedMilliseconds = min(max(0, passedMilliseconds), Self.longestMilliseconds)
    self.start = start
    self.wasUsed = wasUsed || start != nil
  }

  /// Whether it runs.
  public var isRunning: Bool { start != nil }

  /// What has passed, in milliseconds: never below zero, and at most `longestMilliseconds`.
  public func milliseconds(at now: MonotonicTime) -> Int {
    guard let start else { return passedMilliseconds }
    let running = Int(min(now.nanoseconds(since: start) / 1_000_000, UInt64(Self.longestMilliseconds)))
    return min(passedMilliseconds + running, Self.longestMilliseconds)
  }

  mutating func start(at now: MonotonicTime) {
    wasUsed = true
    if start == nil { start = now }
  }

  mutating func pause(at now: MonotonicTime) {
    passedMilliseconds = milliseconds(at: now)
    start = nil
    wasUsed = true
  }

  /// One that stands is as at the beginning of the talk: the next turn of a page starts it.
  mutating func reset(at now: MonotonicTime) {
    passedMilliseconds = 0
    if start == nil { wasUsed = false } else { start = now }
  }
}
