import Configuration
import Presentation

/// Keeps what the configuration's files said when they were last right: a service whose files have an error starts with that.
///
/// Nobody may be near to mend them. Who starts the daemon by hand is in front of it, and is told instead.
final class ConfigurationKeeper {
  private let file: TalkFile<ConfigurationRecord>
  /// What is wrong with the files, where what they said before counts.
  private var trouble: ConfigurationTrouble?
  /// What they say, until that is kept.
  private var first: LoadedConfiguration?

  init(directory: String, clock: any DisplayClock) {
    file = TalkFile("configuration.json", in: directory, clock: clock)
  }

  /// What its files say, or said when they were last right.
  ///
  /// - Throws: What is wrong with them where nothing else was kept of the same file.
  func load(_ source: ConfigurationSource) throws(DaemonError) -> LoadedConfiguration {
    do throws(DaemonError) {
      let loaded = try source.load()
      first = loaded
      return loaded
    } catch {
      guard case .configuration(let trouble) = error, let kept = file.load(), kept.path == trouble.path else {
        throw error
      }
      let files = ConfigurationFiles(kept: kept.files.mapValues { Array($0.utf8) })
      guard let loaded = try? source.load(from: files) else { throw error }
      self.trouble = trouble
      return loaded
    }
  }

  /// The state directory is this daemon's: what was loaded is kept.
  func begin() {
    if let first { keep(first) }
  }

  /// It is right, and counts from now on.
  func keep(_ loaded: LoadedConfiguration) {
    (trouble, first) = (nil, nil)
    let record = ConfigurationRecord(loaded)
    if record != file.load() { file.keep(record) }
  }

  /// That what the files say does not count; nil where it does.
  var notice: String? {
    guard let trouble, let first = trouble.problems.first else { return nil }
    let others = trouble.problems.count - 1
    return "the configuration cannot be used, and the one before is in force until it is mended and read again "
      + "(marqueectl reload): \(first)\(others > 0 ? " (and \(others) more)" : "")"
  }

  /// For `status`.
  var warnings: [String] { [notice, file.trouble.map { "\(ConfigurationRecord.what) \($0)" }].compactMap { $0 } }
}
