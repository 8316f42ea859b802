import Configuration
import Logging

/// The media of the configuration that cannot be shown.
extension Daemon {
  /// Calls back with a sentence for each of them.
  ///
  /// - Parameter configuration: another one than that which counts.
  func inspectMedia(of configuration: Configuration? = nil, then completion: @escaping ([String]) -> Void) {
    // The machine on which a report is replayed has none of them.
    guard options.replay == nil else { return completion([]) }
    mediaInspector.inspect((configuration ?? self.configuration).media) { warnings in
      completion(warnings.map(\.lines) ?? [MediaInspector.noAnswer])
    }
  }

  /// Writes them into the log.
  func logMediaWarnings() {
    inspectMedia { [log] warnings in for warning in warnings { log.warning("\(warning)") } }
  }
}
