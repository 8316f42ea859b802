import Configuration

/// Where a replay begins.
struct ReplayOrigin {
  var beginning: Journal.Beginning
  var configuration: Configuration
  /// The names of all connectors that will ever be there.
  var connectors: [String]
  /// The identifiers that new sessions get, in order.
  var identifiers: [String]
}
