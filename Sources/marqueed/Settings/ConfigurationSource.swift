import Configuration
import ContentModel
import ControlProtocol
import DisplayTypes
import SystemPackage

/// Which configuration file counts: the named one, else the user's, else the machine's, else the built-in one.
struct ConfigurationSource {
  /// Nil where none was named.
  private let named: String?
  private let environment: DaemonEnvironment

  init(path: String?, environment: DaemonEnvironment) {
    named = path ?? environment["MARQUEE_CONFIG"]
    self.environment = environment
  }

  /// Reads and checks it.
  ///
  /// - Parameters:
  ///   - last: the file that counts until now: where it is gone that is an error, and no reason to take the built-in one.
  ///   - files: where it is read.
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
        path: path, configuration: configuration, masked: ConfigurationMask.mask(bytes, file: path),
        files: files.contents)
    } catch let error as ConfigurationErrors {
      throw .configuration(ConfigurationTrouble(path, error))
    } catch let error as ConfigurationFileError {
      throw .configuration(ConfigurationTrouble(path, error))
    } catch {
      throw .system("\(path) could not be read", .ioError)
    }
  }

  /// Whether a file is one that is looked for where none is named.
  func looks(for path: String) -> Bool { named == nil && Self.places(environment).contains(path) }

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
    // One that is there but cannot be read is an error that must be told, not passed over.
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
  /// Its file; nil for the built-in one.
  var path: String?
  var configuration: Configuration
  /// Its text as a report may have it.
  var masked: [UInt8] = []
  /// What was read for it, by the files' paths.
  var files: [String: [UInt8]] = [:]
}

/// Why a configuration file cannot be used: each problem as a sentence that names its place, and the place of the first.
struct ConfigurationTrouble {
  let path: String
  let problems: [String]
  /// How many problems there are, those without a sentence included.
  let count: Int
  /// Counted from 1; zero where the file as a whole is meant.
  let line: Int
  let column: Int
  /// The exit status (sysexits.h).
  let status: Int32

  init(_ path: String, _ errors: ConfigurationErrors) {
    self.path = path
    problems = errors.lines
    count = errors.errors.count + errors.leftOut
    line = errors.errors.first?.location.line ?? 0
    column = errors.errors.first?.location.column ?? 0
    status = 65
  }

  init(_ path: String, _ error: ConfigurationFileError) {
    self.path = path
    problems = [error.description]
    count = 1
    line = 0
    column = 0
    status =
      switch error {
      case .missing: 66
      case .notPermitted: 77
      case .directory, .notRegular, .tooLarge, .unreadable: 65
      }
  }

  /// As a client of `Reload` gets it.
  var controlError: ControlError {
    .invalidConfiguration(file: path, line: line, column: column, problems: problems)
  }
}
