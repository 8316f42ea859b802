import Configuration
import ControlProtocol
import Logging

/// The media of the configuration that cannot be shown.
extension Daemon {
  /// Calls back with a sentence for each of them, or for all if the caller may only observe.
  ///
  /// - Parameters:
  ///   - configuration: another one than that which counts.
  ///   - access: of the caller. A path may be that of a private scene.
  func inspectMedia(
    of configuration: Configuration? = nil, for access: AccessLevel = .admin,
    then completion: @escaping ([String]) -> Void
  ) {
    // The machine on which a report is replayed has none of them.
    guard options.replay == nil else { return completion([]) }
    mediaInspector.inspect((configuration ?? self.configuration).media) { warnings in
      guard let warnings else { return completion([MediaInspector.noAnswer]) }
      completion(access >= .control ? warnings.lines : [warnings.count].compactMap(\.self))
    }
  }

  /// Writes them into the log.
  func logMediaWarnings() {
    inspectMedia { [log] warnings in for warning in warnings { log.warning("\(warning)") } }
  }
}
