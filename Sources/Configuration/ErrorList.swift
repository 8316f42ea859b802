package import DisplayTypes

/// Collects what is wrong while a file is read, so that one run names everything.
package final class ErrorList {
  package let file: String
  package private(set) var errors: [ConfigurationError] = []

  package init(file: String) {
    self.file = file
  }

  package func location(_ mark: YAMLMark) -> SourceLocation {
    SourceLocation(file: file, line: mark.line, column: mark.column)
  }

  func error(
    _ mark: YAMLMark, _ path: String, _ problem: String, expected: String = "", hint: String = "",
    fault: ConfigurationError.Fault = .other
  ) -> ConfigurationError {
    ConfigurationError(
      location: location(mark), keyPath: path, problem: problem, expected: expected, hint: hint, fault: fault)
  }

  package func add(
    _ mark: YAMLMark, _ path: String, _ problem: String, expected: String = "", hint: String = "",
    fault: ConfigurationError.Fault = .other
  ) {
    errors.append(error(mark, path, problem, expected: expected, hint: hint, fault: fault))
  }

  package func add(_ error: ConfigurationError) {
    errors.append(error)
  }
}
