import Configuration
import SystemPackage

/// Which configuration file counts: the named one, else the user's, else the machine's, else the built-in one.
struct ConfigurationSource {
  /// Nil for the built-in configuration.
  let path: String?

  init(path: String?, environment: DaemonEnvironment) {
    self.path = path ?? environment["MARQUEE_CONFIG"] ?? ConfigurationSource.found(environment)
  }

  /// Reads and checks it.
  func load() throws(DaemonError) -> (path: String?, configuration: Configuration) {
    guard let path else { return (nil, .default) }
    do {
      return (path, try ConfigurationFile.load(path))
    } catch let error as ConfigurationErrors {
      throw .configuration(ConfigurationTrouble(path, error))
    } catch let error as ConfigurationFileError {
      throw .configuration(ConfigurationTrouble(path, error))
    } catch {
      throw .system("\(path) could not be read", .ioError)
    }
  }

  private static func found(_ environment: DaemonEnvironment) -> String? {
    var places: [String] = []
    if let home = environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map({ "\($0)/.config" }), !environment.isService
    {
      places.append("\(home)/marquee/marquee.yaml")
    }
    places.append("/etc/marquee/marquee.yaml")
    // One that is there but cannot be read is an error that must be told, not passed over.
    return places.first { place in
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
