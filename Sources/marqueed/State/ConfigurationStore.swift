import Configuration
import ContentModel
import KeptFiles
import Presentation
import RasterizerHost

/// Keeps what the configuration's files said when they were last right: a service whose files have an error starts with that.
///
/// Nobody may be near to mend them. Who starts the daemon by hand is in front of it, and is told instead.
final class ConfigurationStore {
  private let file: KeptValue<ConfigurationRecord>
  /// What its file holds, or will; nil before the state directory is known to be this daemon's.
  private var last: Last?
  /// What is wrong with the files, where what they said before counts.
  private var trouble: ConfigurationTrouble?
  /// What they say, until that is checked and kept.
  private var first: LoadedConfiguration?
  /// Texts that the start passed over, and a reload refuses.
  private(set) var wrongTexts: [ConfigurationError] = []
  /// Why nothing can be kept of them; nil where it is.
  private var obstacle: String?

  private struct Last {
    var record: ConfigurationRecord?
  }

  init(directory: String, store: StoreThread, clock: any DisplayClock) {
    file = KeptValue("configuration.json", in: directory, store: store, clock: clock)
  }

  /// What its files say, or said when they were last right.
  ///
  /// - Throws: What is wrong with them where nothing else was kept of the same file.
  func load(_ source: ConfigurationSource) throws(DaemonError) -> LoadedConfiguration {
    let kept = file.peek()
    // One that counted and is gone is an error, as for a reload.
    let last = kept.flatMap { source.looks(for: $0.path) ? $0.path : nil }
    do throws(DaemonError) {
      let loaded = try source.load(insteadOf: last)
      first = loaded
      return loaded
    } catch {
      guard case .configuration(let trouble) = error, let kept, kept.path == trouble.path else { throw error }
      let files = ConfigurationFiles(kept: kept.files.mapValues { Array($0.utf8) })
      guard let loaded = try? source.load(insteadOf: last, from: files) else { throw error }
      self.trouble = trouble
      return loaded
    }
  }

  /// The state directory is this daemon's: what was loaded is kept, unless a text in it is no markup, which the rasteriser alone can tell.
  func begin(_ rasterizer: RasterizerProcess) {
    guard let first else { return }
    MarkupCheck.start(first.configuration, insteadOf: nil, rasterizer: rasterizer) { [weak self] result in
      // A reload may have come meanwhile.
      guard let self, let first = self.first else { return }
      if result.errors.isEmpty { return keep(first) }
      self.first = nil
      wrongTexts = result.errors
    }
  }

  /// The files were read again, and cannot be used now for this reason: it is told in the place of the former one.
  func meet(_ trouble: ConfigurationTrouble) {
    if self.trouble != nil { self.trouble = trouble }
  }

  /// It is right, and counts from now on.
  func keep(_ loaded: LoadedConfiguration) {
    (trouble, first, wrongTexts) = (nil, nil, [])
    let record = ConfigurationRecord(loaded)
    obstacle =
      record == nil && loaded.path != nil
      ? "the configuration cannot stand in for one with an error later: its files are no UTF-8, or have more than 4 MiB"
      : nil
    let last = last ?? Last(record: file.take().value)
    self.last = Last(record: record)
    // What waits for room on the disk is not what counts any more either.
    guard file.trouble != nil || record != last.record else { return }
    if let record { file.keep(record) } else { file.forget() }
  }

  /// Calls once what is right is on the disk, or `warnings` says why it is not.
  func whenKept(_ action: @escaping () -> Void) { file.whenKept(action) }

  /// That what the files say does not count; nil where it does.
  var notice: String? {
    guard let trouble, let first = trouble.problems.first else { return nil }
    let others = trouble.count - 1
    return "the configuration cannot be used, and the one before is in force until it is mended and read again "
      + "(marqueectl reload): \(first)\(others > 0 ? " (and \(others) more)" : "")"
  }

  /// For `status`.
  var warnings: [String] {
    [notice, obstacle, file.trouble.map { "\(ConfigurationRecord.what) \($0)" }].compactMap { $0 }
      + wrongTexts.map(\.description)
  }
}

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
