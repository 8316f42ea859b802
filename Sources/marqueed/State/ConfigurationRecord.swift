import KeptFiles

/// What the configuration's files said when they were last right, as JSON says it.
nonisolated struct ConfigurationRecord: KeptRecord, Equatable {
  static var newestVersion: Int { 1 }
  static var what: String { "what the configuration says is" }
  static var loss: String { "nothing can stand in for a configuration with an error" }
  /// What all files may take, in bytes.
  static let mostBytes = 4 << 20

  var version = ConfigurationRecord.newestVersion
  /// The configuration's own file.
  var path: String
  /// The texts of that and of those that it includes, by their paths.
  var files: [String: String]

  var isPlausible: Bool { version >= 1 && files[path] != nil }
}

extension ConfigurationRecord {
  /// Nil for the built-in configuration, and for files that are no UTF-8 or too large.
  init?(_ loaded: LoadedConfiguration) {
    guard let path = loaded.path, loaded.files.values.reduce(0, { $0 + $1.count }) <= Self.mostBytes else { return nil }
    self.path = path
    files = [:]
    for (path, bytes) in loaded.files {
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      files[path] = text
    }
  }
}
