public import DisplayTypes

/// What a look at the connectors found that the looks before it had not: what can be kept and played again.
public struct LookNews: Hashable, Sendable {
  /// When the look ended.
  public var time: MonotonicTime
  /// Events that said "look", since the news before.
  public var hotplugs: Int
  /// Connectors that were not there before, or at which something else was found, in the order in which they were looked at.
  public var connectors: [ProbedConnector]
  /// The names of connectors that are no more.
  public var gone: [String]

  /// More events are counted as so many.
  static let mostHotplugs = 1_000_000

  /// Makes news from its parts.
  public init(time: MonotonicTime, hotplugs: Int = 0, connectors: [ProbedConnector] = [], gone: [String] = []) {
    self.time = time
    self.hotplugs = hotplugs
    self.connectors = connectors
    self.gone = gone
  }
}
