import Configuration
import ControlProtocol
import DisplayTypes

/// Why a configuration file cannot be used: each problem as a sentence that names its place, and the place of the first.
struct ConfigurationTrouble {
  let path: String
  let problems: [String]
  /// Counted from 1; zero where the file as a whole is meant.
  let line: Int
  let column: Int
  /// The exit status (sysexits.h).
  let status: Int32

  init(_ path: String, _ errors: ConfigurationErrors) {
    self.path = path
    problems = errors.errors.map(\.description)
    line = errors.errors.first?.location.line ?? 0
    column = errors.errors.first?.location.column ?? 0
    status = 65
  }

  init(_ path: String, _ error: ConfigurationFileError) {
    self.path = path
    problems = [error.description]
    line = 0
    column = 0
    status =
      switch error {
      case .missing: 66
      case .notPermitted: 77
      case .directory, .notRegular, .tooLarge, .unreadable: 65
      }
  }

  /// As a client of `Reload` gets it.
  var controlError: ControlError {
    .invalidConfiguration(file: path, line: line, column: column, problems: problems)
  }
}
