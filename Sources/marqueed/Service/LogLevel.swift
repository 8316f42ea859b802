import Logging

/// What `--log-level` and `MARQUEE_LOG` say.
nonisolated enum LogLevel: String, CaseIterable {
  case debug
  case info
  case notice
  case warning
  case error

  var level: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .notice: .notice
    case .warning: .warning
    case .error: .error
    }
  }
}
