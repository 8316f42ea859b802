extension TalkTimer {
  /// Makes one from the whole milliseconds that the daemon counts.
  package init(
    running: Bool, elapsedMilliseconds: Int, durationMilliseconds: Int? = nil, monotonicNanoseconds: UInt64
  ) {
    self.init(
      running: running, elapsedSeconds: Double(elapsedMilliseconds) / 1000,
      durationSeconds: durationMilliseconds.map { Double($0) / 1000 }, monotonicNanoseconds: monotonicNanoseconds)
  }

  /// The time that had passed, rounded. A value from outside that is no time counts as zero, and one that is too large as the largest.
  package var elapsedMilliseconds: Int {
    get { Self.milliseconds(elapsedSeconds) }
    set { elapsedSeconds = Double(newValue) / 1000 }
  }

  /// The duration of the talk, rounded; nil if it was never set.
  package var durationMilliseconds: Int? { durationSeconds.map(Self.milliseconds) }

  private static func milliseconds(_ seconds: Double) -> Int {
    let milliseconds = (seconds * 1000).rounded()
    return milliseconds > 0 ? Int(exactly: min(milliseconds, 1e15)) ?? 0 : 0
  }
}
