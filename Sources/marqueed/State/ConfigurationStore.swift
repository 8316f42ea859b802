import Configuration
import ContentModel
import KeptFiles
import Presentation
import RasterizerHost

/// Keeps the last valid texts of the configuration's files. A service whose files have an error starts with these texts.
final class ConfigurationStore {
  private let file: KeptValue<ConfigurationRecord>
  /// The newest content for the store's file; nil until the state directory is known to belong to this daemon.
  private var last: ConfigurationRecord??
  /// The errors of the files while earlier texts are in force; nil if there are none.
  private var trouble: ConfigurationTrouble?
  /// The configuration of the start, until it has been checked and kept.
  private var first: LoadedConfiguration?
  /// Texts with wrong markup: the start skipped them, and a reload refuses them.
  private(set) var wrongTexts: [ConfigurationError] = []
  /// The reason why the texts cannot be kept; nil if they can.
  private var obstacle: String?

  init(directory: String, store: StoreThread, clock: any DisplayClock) {
    file = KeptValue("configuration.json", in: directory, store: store, clock: clock)
  }

  /// Loads the files, or their last valid texts.
  ///
  /// - Throws: The errors of the files, if no texts of the same file were kept.
  func load(_ source: ConfigurationSource) throws(DaemonError) -> LoadedConfiguration {
    let kept = file.peek()
    // If a file that was in force is gone, that is an error, as for a reload.
    let last = kept.flatMap { source.isStandardPlace($0.path) ? $0.path : nil }
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

  /// Called once the state directory belongs to this daemon. Keeps the loaded texts, unless the rasteriser finds wrong markup.
  func begin(_ rasterizer: RasterizerProcess) {
    guard let first else { return }
    MarkupCheck.start(first.configuration, insteadOf: nil, rasterizer: rasterizer) { [weak self] result in
      // A reload may have replaced it.
      guard let self, let first = self.first else { return }
      if result.errors.isEmpty { return keep(first) }
      self.first = nil
      wrongTexts = result.errors
    }
  }

  /// Replaces the errors after another read of the files.
  func replaceTrouble(by trouble: ConfigurationTrouble) { if self.trouble != nil { self.trouble = trouble } }

  /// Keeps a configuration that is valid and in force from now on.
  func keep(_ loaded: LoadedConfiguration) {
    (trouble, first, wrongTexts) = (nil, nil, [])
    let record = ConfigurationRecord(loaded)
    obstacle =
      record == nil && loaded.path != nil
      ? "the configuration cannot be stored for a later start: its files are not UTF-8, or have more than 4 MiB"
      : nil
    let last = last ?? file.take().value
    self.last = .some(record)
    // Replace a failed write too.
    guard file.trouble != nil || record != last else { return }
    if let record { file.keep(record) } else { file.forget() }
  }

  /// Calls `action` once the texts are on the disk, or `warnings` has the reason.
  func whenKept(_ action: @escaping () -> Void) { file.whenKept(action) }

  /// A sentence if an earlier configuration is in force because of an error; nil otherwise.
  var notice: String? {
    guard let trouble, let first = trouble.problems.first else { return nil }
    let others = trouble.count - 1
    return
      "the configuration cannot be used; the previous configuration is in force until the file is corrected and read again "
      + "(marqueectl reload): \(first)\(others > 0 ? " (and \(others) more)" : "")"
  }

  var warnings: [String] {
    [notice, obstacle, file.trouble.map { "\(ConfigurationRecord.what) \($0)" }].compactMap { $0 }
      + wrongTexts.map(\.description)
  }
}

/// The last valid texts of the configuration's files, as JSON.
nonisolated struct ConfigurationRecord: KeptRecord, Equatable {
  static var newestVersion: Int { 1 }
  static var what: String { "the last valid configuration is" }
  static var loss: String { "a configuration with an error has no replacement" }
  /// The limit of all files, in bytes.
  static let mostBytes = 4 << 20

  var version = ConfigurationRecord.newestVersion
  var path: String
  /// The texts of the file and of its included files, by path.
  var files: [String: String]

  var isPlausible: Bool { version >= 1 && files[path] != nil }
}

extension ConfigurationRecord {
  /// Nil for the built-in configuration, and for files that are too large or not UTF-8.
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
