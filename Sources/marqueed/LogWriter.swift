import Glibc
import Logging

/// Writes log lines to standard error, each in one write; for the journal with the priority in front (sd-daemon(3)).
nonisolated struct LogWriter: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level
  private let isJournal: Bool

  /// Makes every `Logger` write here.
  static func install(level: Logger.Level, isJournal: Bool) {
    LoggingSystem.bootstrap { _ in LogWriter(logLevel: level, isJournal: isJournal) }
  }

  private init(logLevel: Logger.Level, isJournal: Bool) {
    self.logLevel = logLevel
    self.isJournal = isJournal
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var text = ""
    // A message of several lines is several lines of the journal, each with its priority.
    for part in event.message.description.split(separator: "\n") {
      text += isJournal ? "<\(priority(event.level))>\(part)\n" : "marqueed: \(label(event.level))\(part)\n"
    }
    var bytes = ArraySlice(Array(text.utf8))
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      // Nobody reads the log: that must not stop the pictures.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  private func priority(_ level: Logger.Level) -> Int {
    switch level {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }

  private func label(_ level: Logger.Level) -> String {
    switch level {
    case .critical, .error: "error: "
    case .warning: "warning: "
    case .notice, .info: ""
    case .debug, .trace: "debug: "
    }
  }
}
