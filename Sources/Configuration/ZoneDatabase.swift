import Glibc
public import Timeline

/// The time zones that this machine knows: the files below `/usr/share/zoneinfo` (package tzdata).
public enum ZoneDatabase {
  /// Where the zones are.
  public static let folder = "/usr/share/zoneinfo"
  /// What `TZ` says where it says nothing of its own: the machine's zone.
  public static let localVariable = ":/etc/localtime"

  /// To be called once, before the program's other threads begin: from then on rules can be asked for beside them.
  public static func prepare() { LocalClock.reserveVariable() }

  /// The rules of a zone, as `Europe/Berlin`; nil is the machine's own: `TZ` where that says one, else `/etc/localtime`, else UTC.
  ///
  /// For years from 2000 to 2100. Costs some milliseconds.
  public static func rules(of zone: String?) throws(ZoneError) -> ZoneRules {
    guard let zone, zone != "UTC" else { return zone == nil ? LocalClock.rules(of: nil) : .utc }
    guard isName(zone), isThere(zone) else {
      throw hasDatabase ? .unknown(zone, nearest: nearest(to: zone)) : .noDatabase(zone)
    }
    return LocalClock.rules(of: zone)
  }

  /// Whether a text could be the name of a zone: no path that leads out of the database.
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

  /// Whether the database has a zone of that name.
  ///
  /// Tables lie beside the zones. UTC is known without a database.
  static func isThere(_ name: String) -> Bool {
    guard name != "UTC" else { return true }
    guard let bytes = try? ConfigurationFile.read("\(folder)/\(name)") else { return false }
    return bytes.starts(with: "TZif".utf8)
  }

  private static var hasDatabase: Bool { unsafe access(folder, R_OK) == 0 }

  /// The zone that was probably meant: by its whole name, or by its city.
  static func nearest(to zone: String) -> String? {
    let names = names()
    let typed = zone.lowercased().split(separator: " ").joined(separator: "_")
    let city = "/" + (typed.split(separator: "/").last ?? "")
    return names.first { $0.lowercased() == typed } ?? names.first { $0.lowercased().hasSuffix(city) }
      ?? NearestWord.find(typed, among: names, maximum: 3)
      ?? NearestWord.find(String(city.dropFirst()), among: names.map(Self.city), maximum: 2).flatMap { near in
        names.first { Self.city($0) == near }
      }
  }

  private static func city(_ name: String) -> String { String(name.split(separator: "/").last ?? "") }

  /// The names of `zone1970.tab` and of its older form: one a line, in the third column (tzdata's own list for people).
  private static func names() -> [String] {
    var names: Set<String> = ["UTC"]
    for table in ["zone.tab", "zone1970.tab"] {
      guard let bytes = try? ConfigurationFile.read("\(folder)/\(table)") else { continue }
      for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
        let columns = line.split(separator: UInt8(ascii: "\t"), maxSplits: 3, omittingEmptySubsequences: false)
        if columns.count >= 3 { names.insert(String(decoding: columns[2], as: UTF8.self)) }
      }
    }
    return names.sorted()
  }
}
