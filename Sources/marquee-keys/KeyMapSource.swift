internal import Configuration
internal import Glibc
internal import InputControl

/// Where the key map comes from.
enum KeyMapSource {
  /// The file that counts where no other is named, if it is there.
  static let standardPath = "/etc/marquee/keys.yaml"

  /// Reads the file that is named, else the standard one where that is there; without one the built-in map counts.
  static func load(_ arguments: KeysArguments) throws(KeysFailure) -> InputSettings {
    do {
      return try InputSettings.load(arguments.config ?? standardPath)
    } catch ConfigurationFileError.missing where arguments.config == nil {
      return .builtIn
    } catch {
      throw .keyMap("\(error)")
    }
  }
}
