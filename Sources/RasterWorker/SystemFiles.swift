internal import Glibc

/// What libraries read of the system while they decode: their code, fonts, and tables of character sets and colours.
@safe enum SystemFiles {
  private static let usual = [
    "/usr", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/fonts", "/var/cache/fontconfig",
    "/sys/devices/system/cpu", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/dev/null",
  ]
  /// Where a person keeps fonts, below the home directory.
  private static let own = [".fonts", ".local/share/fonts", ".cache/fontconfig", ".config/fontconfig"]

  static var paths: [String] {
    guard let home = unsafe getenv("HOME") else { return usual }
    let directory = unsafe String(cString: home)
    return directory.hasPrefix("/") ? usual + own.map { "\(directory)/\($0)" } : usual
  }
}
