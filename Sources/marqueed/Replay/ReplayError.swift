import Configuration

/// Why a report cannot be played again, for whoever has its file.
nonisolated struct ReplayError: Error, CustomStringConvertible {
  let description: String
  /// The exit status (sysexits.h).
  let status: Int32

  /// What is in the file cannot be used.
  init(_ path: String, _ reason: String) {
    description = "\(path): \(reason)"
    status = 65
  }

  /// The file cannot be read.
  init(_ error: ConfigurationFileError) {
    description = "\(error)"
    status = 66
  }

  /// It cannot be played, whatever is in the file.
  init(unreadable path: String, _ reason: String) {
    description = "\(path): it cannot be read: \(reason)"
    status = 66
  }
}
