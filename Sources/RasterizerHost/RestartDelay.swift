/// How long to wait before a process that keeps dying is started again.
struct RestartDelay: Hashable, Sendable {
  /// The first death costs no wait, so that the picture comes back at once.
  private static let milliseconds: [UInt64] = [0, 250, 1_000, 4_000, 15_000, 30_000]
  private(set) var consecutiveDeaths = 0

  /// It died; returns the wait in nanoseconds.
  mutating func died() -> UInt64 {
    let step = min(consecutiveDeaths, Self.milliseconds.count - 1)
    consecutiveDeaths = min(consecutiveDeaths + 1, Self.milliseconds.count)
    return Self.milliseconds[step] * 1_000_000
  }

  /// It answered a request.
  mutating func succeeded() {
    consecutiveDeaths = 0
  }
}
