internal import Glibc

/// The variables that this program looks at.
enum Environment {
  /// Those that are set.
  static var variables: [String: String] {
    let names = ["MARQUEE_MEDIA", "RUNTIME_DIRECTORY", "STATE_DIRECTORY", "XDG_RUNTIME_DIR"]
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } })
  }
}
