import Glibc
public import Timeline

/// The time zones that this machine knows: the files below `/usr/share/zoneinfo`.
///
/// They are read by us and not by `localtime_r(3)`, which goes by an environment variable that all threads share.
public enum ZoneDatabase {
  /// Where the zones are (the package tzdata).
  public static let folder = "/usr/share/zoneinfo"
  /// The machine's own.
  public static let localFile = "/etc/localtime"

  /// The rules of a zone, as `Europe/Berlin`; nil is the machine's own: `TZ` where that says one, else `/etc/localtime`, else UTC.
  public static func rules(of zone: String?) throws(ZoneError) -> ZoneRules {
    guard let zone else { return local() }
    guard isName(zone) else { throw .unknown(zone, nearest: nearest(to: zone)) }
    let bytes: [UInt8]
    do throws(ConfigurationFileError) {
      bytes = try ConfigurationFile.read("\(folder)/\(zone)")
    } catch {
      if zone == "UTC" { return .utc }
      switch error {
      case .missing where names().isEmpty: throw .noDatabase(zone)
      case .missing, .directory: throw .unknown(zone, nearest: nearest(to: zone))
      case .notPermitted, .notRegular, .tooLarge, .unreadable: throw .unreadable(zone, reason: "\(error)")
      }
    }
    guard let rules = ZoneRules(file: bytes) else {
      // Tables of countries and the like lie there, too.
      throw bytes.starts(with: "TZif".utf8)
        ? .unreadable(zone, reason: "\(folder)/\(zone) is damaged") : .unknown(zone, nearest: nearest(to: zone))
    }
    return rules
  }

  private static func local() -> ZoneRules {
    if let variable = unsafe getenv("TZ") {
      var name = unsafe String(cString: variable)
      if name.first == ":" { name.removeFirst() }
      if let rules = try? rules(of: name) { return rules }
      if let rules = ZoneRules(posix: name) { return rules }
      if name.first == "/", let bytes = try? ConfigurationFile.read(name), let rules = ZoneRules(file: bytes) {
        return rules
      }
      if name.isEmpty { return .utc }
    }
    guard let bytes = try? ConfigurationFile.read(localFile) else { return .utc }
    return ZoneRules(file: bytes) ?? .utc
  }

  /// The zone that was probably meant.
  private static func nearest(to zone: String) -> String? {
    let names = names() + ["UTC"]
    // Who writes a city means its zone.
    let city = "/" + zone.lowercased().split(separator: " ").joined(separator: "_")
    return names.first { $0.lowercased().hasSuffix(city) } ?? NearestWord.find(zone, among: names)
  }

  /// The names of `zone1970.tab` and of its older form: one a line, in the third column.
  private static func names() -> [String] {
    var names: Set<String> = []
    for table in ["zone.tab", "zone1970.tab"] {
      guard let bytes = try? ConfigurationFile.read("\(folder)/\(table)") else { continue }
      for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
        let columns = line.split(separator: UInt8(ascii: "\t"), maxSplits: 3, omittingEmptySubsequences: false)
        if columns.count >= 3 { names.insert(String(decoding: columns[2], as: UTF8.self)) }
      }
    }
    return names.sorted()
  }

  /// Whether it can be the name of a zone: no path that leads elsewhere.
  private static func isName(_ zone: String) -> Bool {
    zone.utf8.count <= 64
      && zone.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { letter in
            switch letter {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
              true
            default: false
            }
          }
      }
  }
}
