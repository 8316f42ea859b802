import Configuration

/// A configuration that was read.
struct LoadedConfiguration {
  /// Its file; nil for the built-in one.
  var path: String?
  var configuration: Configuration
  /// Its text as a report may have it.
  var masked: [UInt8] = []
  /// What was read for it, by the files' paths.
  var files: [String: [UInt8]] = [:]
}
