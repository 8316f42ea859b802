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

  /// The program and its libraries, wherever they lie: what this process has mapped (proc(5), `maps`).
  static var mapped: Set<String> {
    guard let file = unsafe fopen("/proc/self/maps", "re") else { return [] }
    defer { unsafe fclose(file) }
    var paths: Set<String> = []
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { unsafe free(line) }
    while unsafe getline(&line, &size, file) > 0, let bytes = unsafe line {
      // Address, permissions, offset, device, inode, path.
      let words = unsafe String(cString: bytes).prefix { $0 != "\n" }.split(separator: " ", maxSplits: 5)
      if let path = words.last?.drop(while: { $0 == " " }), path.hasPrefix("/") { paths.insert(String(path)) }
    }
    return paths
  }
}
