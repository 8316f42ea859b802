import Configuration
import Presentation

/// The configuration that counts now.
final class CurrentConfiguration {
  private(set) var value: Configuration
  /// Its file; nil for the built-in one.
  private(set) var path: String?
  /// Its text as a report may have it, at the daemon's start.
  let text: ConfigurationText
  let source: ConfigurationSource
  /// Keeps what the file said when it was last right; nil by hand, and in a replay.
  let store: ConfigurationStore?

  init(_ options: DaemonOptions, store: StoreThread, clock: any DisplayClock) throws(DaemonError) {
    source = options.configuration
    self.store =
      options.environment.isService && options.replay == nil
      ? ConfigurationStore(directory: options.stateDirectory, store: store, clock: clock) : nil
    let loaded: LoadedConfiguration
    if let origin = options.replay {
      loaded = LoadedConfiguration(
        path: origin.beginning.configuration.file, configuration: origin.configuration,
        masked: origin.beginning.configuration.masked)
    } else if let store = self.store {
      loaded = try store.load(source)
    } else {
      loaded = try source.load()
    }
    (path, value) = (loaded.path, loaded.configuration)
    text = ConfigurationText(file: loaded.path, masked: loaded.masked)
  }

  func replace(by configuration: Configuration, path: String?) {
    (value, self.path) = (configuration, path)
  }
}
