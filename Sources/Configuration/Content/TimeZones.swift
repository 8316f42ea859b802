import Glibc

/// The time zones that this machine knows: the files of its database (package tzdata).
enum TimeZones {
  private static let folder = "/usr/share/zoneinfo"
  /// What to say where nothing is near.
  static let missing = "\(folder) has them, by the names of the package tzdata"

  /// Whether a text could be the name of one: no path that leads out of the database.
  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty && !part.hasPrefix(".")
          && part.unicodeScalars.allSatisfy { scalar in
            ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
              || "-_+".unicodeScalars.contains(scalar)
          }
      }
  }

  /// Whether the database has it; UTC is known without one.
  static func exists(_ name: String) -> Bool {
    if name == "UTC" { return true }
    guard isName(name) else { return false }
    var status = stat()
    guard unsafe stat("\(folder)/\(name)", &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// The name that was probably meant: the nearest of all, or of the cities alone.
  static func near(_ text: String) -> String? {
    let names = names()
    let typed = text.split(separator: " ").joined(separator: "_")
    if let near = NearestWord.find(typed, among: names, maximum: 3) { return near }
    let cities = names.map { String($0.split(separator: "/").last ?? "") }
    guard let city = NearestWord.find(String(typed.split(separator: "/").last ?? ""), among: cities, maximum: 2) else {
      return nil
    }
    return names.first { $0.hasSuffix("/\(city)") || $0 == city }
  }

  private static func names() -> [String] {
    var found: [String] = []
    func look(_ below: String, depth: Int) {
      guard depth < 3, let list = unsafe opendir(below.isEmpty ? folder : "\(folder)/\(below)") else { return }
      defer { unsafe closedir(list) }
      while let entry = unsafe readdir(list) {
        let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        // Copies of all zones that count in another way, and tables.
        guard isName(name), !["posix", "right"].contains(name), !name.hasPrefix("posix") else { continue }
        let path = below.isEmpty ? name : "\(below)/\(name)"
        if unsafe Int32(entry.pointee.d_type) == Int32(DT_DIR) {
          look(path, depth: depth + 1)
        } else {
          found.append(path)
        }
      }
    }
    look("", depth: 0)
    return found.sorted()
  }
}
