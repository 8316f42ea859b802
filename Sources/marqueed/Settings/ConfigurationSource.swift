import Configuration
import ContentModel
import ControlProtocol
import DisplayTypes
import Presentation
import SystemPackage

/// Finds the configuration file: the named file, or the user's, or the machine's, or the built-in configuration.
struct ConfigurationSource {
  private let named: String?
  private let environment: DaemonEnvironment

  init(path: String?, environment: DaemonEnvironment) {
    named = path ?? environment["MARQUEE_CONFIG"]
    self.environment = environment
  }

  /// Reads and checks the configuration.
  ///
  /// - Parameter last: the file in force. If it is gone, that is an error, and the built-in configuration is not used.
  func load(
    insteadOf last: String? = nil, from files: ConfigurationFiles = ConfigurationFiles()
  ) throws(DaemonError) -> LoadedConfiguration {
    guard let path = named ?? ConfigurationSource.found(environment) ?? last else {
      return LoadedConfiguration(configuration: .default)
    }
    do {
      let bytes = try files.read(path)
      let configuration = try Configuration.parse(bytes, file: path, files: files)
      return LoadedConfiguration(
        path: path, configuration: configuration,
        masked: String(decoding: ConfigurationMask.mask(bytes, file: path), as: UTF8.self), files: files.contents)
    } catch let error as ConfigurationErrors {
      throw .configuration(ConfigurationTrouble(path, error))
    } catch let error as ConfigurationFileError {
      throw .configuration(ConfigurationTrouble(path, error))
    } catch {
      throw .system("\(path) could not be read", .ioError)
    }
  }

  /// Whether the configuration was found in a standard place, because the user named no file.
  func isStandardPlace(_ path: String) -> Bool { named == nil && Self.places(environment).contains(path) }

  private static func places(_ environment: DaemonEnvironment) -> [String] {
    var places: [String] = []
    let home = environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map { "\($0)/.config" }
    if let home, environment["NOTIFY_SOCKET"] == nil {
      places.append("\(home)/marquee/marquee.yaml")
    }
    places.append("/etc/marquee/marquee.yaml")
    return places
  }

  private static func found(_ environment: DaemonEnvironment) -> String? {
    // A file that cannot be read is an error and must be reported.
    places(environment).first { place in
      do throws(ConfigurationFileError) {
        _ = try ConfigurationFile.read(place)
        return true
      } catch .missing {
        return false
      } catch {
        return true
      }
    }
  }
}

struct LoadedConfiguration {
  /// Nil for the built-in configuration.
  var path: String?
  var configuration: Configuration
  /// Its text without contents (`ConfigurationText`).
  var masked = ""
  /// The bytes of the file and of its included files, by path.
  var files: [String: [UInt8]] = [:]

  var text: ConfigurationText { ConfigurationText(file: path, text: masked) }
}

/// The errors of a configuration file as sentences with their places, and the place of the first error.
struct ConfigurationTrouble {
  let path: String
  let problems: [String]
  /// The number of problems, including those without a sentence.
  let count: Int
  /// The line of the first error, from 1; zero for the whole file.
  let line: Int
  let column: Int
  /// The exit status (sysexits.h).
  let status: Int32

  init(_ path: String, _ errors: ConfigurationErrors) {
    let first = errors.errors.first?.location
    (self.path, problems, count) = (path, errors.lines, errors.errors.count + errors.leftOut)
    (line, column, status) = (first?.line ?? 0, first?.column ?? 0, 65)
  }

  init(_ path: String, _ error: ConfigurationFileError) {
    (self.path, problems, count, line, column) = (path, [error.description], 1, 0, 0)
    status =
      switch error {
      case .missing: 66
      case .notPermitted: 77
      case .directory, .notRegular, .tooLarge, .unreadable: 65
      }
  }

  var controlError: ControlError {
    .invalidConfiguration(file: path, line: line, column: column, problems: problems)
  }
}

final class CurrentConfiguration {
  private(set) var value: Configuration
  /// Nil for the built-in configuration.
  private(set) var path: String?
  /// The text at the daemon's start.
  let text: ConfigurationText
  let source: ConfigurationSource
  /// Nil in a replay, and if a person started the daemon.
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
        masked: origin.beginning.configuration.text)
    } else if let store = self.store {
      loaded = try store.load(source)
    } else {
      loaded = try source.load()
    }
    (path, value, text) = (loaded.path, loaded.configuration, loaded.text)
  }

  func replace(by configuration: Configuration, path: String?) { (value, self.path) = (configuration, path) }
}
