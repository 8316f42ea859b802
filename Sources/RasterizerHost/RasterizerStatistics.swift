/// What the rasteriser's process has done since the daemon began, for `status`.
public struct RasterizerStatistics: Hashable, Sendable {
  /// How often it was started.
  public internal(set) var starts = 0
  /// How often it ended otherwise than by being idle or stopped.
  public internal(set) var deaths = 0
  /// Requests that were handed in.
  public internal(set) var requests = 0
  /// Requests that ended in an error.
  public internal(set) var failures = 0

  /// Nothing yet.
  public init() {}

  /// Counts another process's as well.
  mutating func add(_ other: RasterizerStatistics) {
    starts += other.starts
    deaths += other.deaths
    requests += other.requests
    failures += other.failures
  }
}
