import Configuration
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
