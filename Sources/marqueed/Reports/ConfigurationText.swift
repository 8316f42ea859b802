/// A configuration as a report says it: which file it was, and its text without what is nobody's business.
nonisolated struct ConfigurationText: Hashable, Sendable {
  /// Nil for the built-in one.
  var file: String?
  /// UTF-8; empty for the built-in one.
  var masked: [UInt8]
}
