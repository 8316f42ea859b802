internal import DisplayTypes
import Glibc
internal import Synchronization

/// A time zone's offsets from UTC, and the times at which they change.
package struct ZoneRules: Hashable, Sendable {
  /// An offset that is in force from a moment on.
  package struct Change: Hashable, Sendable {
    /// Seconds since 1970.
    package var from: Int64
    /// The seconds by which local time is ahead of UTC.
    package var offset: Int
  }

  /// The offset before the first change, in seconds.
  package var first: Int
  package var changes: [Change] = []

  package static let utc = ZoneRules(first: 0)

  /// The seconds by which local time is ahead of UTC at a moment, which is in seconds since 1970.
  package func offset(at seconds: Int64) -> Int {
    let next = nextChange(after: seconds)
    return next == 0 ? first : changes[next - 1].offset
  }

  /// The moment at which clocks first show a local time, in seconds since 1970. `local` counts seconds since 1970-01-01 00:00 on these
  /// clocks. For a time that they skip, the moment is that of the change to the later time. So the end of one entry and the beginning of
  /// the next always meet.
  package func moment(ofLocal local: Int64) -> Int64 {
    // The difference between local time and UTC is never larger than this.
    var next = nextChange(after: local - 100_000)
    var begin = Int64.min
    var offset = next == 0 ? first : changes[next - 1].offset
    while next < changes.count {
      let moment = max(begin, local - Int64(offset))
      if moment < changes[next].from { return moment }
      begin = changes[next].from
      offset = changes[next].offset
      next += 1
    }
    return max(begin, local - Int64(offset))
  }

  /// The time around a moment with the same offset, in seconds since 1970.
  func span(around seconds: Int64) -> Range<Int64> {
    let next = nextChange(after: seconds)
    return (next == 0 ? .min : changes[next - 1].from)..<(next == changes.count ? .max : changes[next].from)
  }

  /// The index of the first change after a moment; `changes.count` if there is none.
  private func nextChange(after seconds: Int64) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].from <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

struct LocalTime {
  /// Seconds since 1970 in UTC.
  let seconds: Int64
  let offset: Int
  let date: CalendarDate
  let hour: Int
  let minute: Int
  let second: Int

  /// Makes the local time of a moment; nil outside of the years of a calendar date.
  init?(seconds: Int64, in zone: ZoneRules) {
    self.seconds = seconds
    offset = zone.offset(at: seconds)
    let local = seconds + Int64(offset)
    let day = local.dividedDown(by: 86_400)
    guard let date = CalendarDate(dayNumber: Int(day)) else { return nil }
    self.date = date
    let rest = Int(local - day * 86_400)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
  }

  var dayOfYear: Int {
    date.dayNumber - (CalendarDate(year: date.year, month: 1, day: 1)?.dayNumber ?? date.dayNumber) + 1
  }

  /// The week by ISO 8601: weeks begin on Monday, and the first week has January 4.
  var week: (year: Int, number: Int) {
    let thursday = date.dayNumber + 4 - date.weekday.rawValue
    let year = CalendarDate(dayNumber: thursday)?.year ?? date.year
    let first = CalendarDate(year: year, month: 1, day: 1)?.dayNumber ?? thursday
    return (year, (thursday - first) / 7 + 1)
  }
}

/// The time zones of this machine: the files below `/usr/share/zoneinfo` (package tzdata).
package enum ZoneDatabase {
  package static let folder = "/usr/share/zoneinfo"
  /// The value of `TZ` for the machine's zone.
  package static let localVariable = ":/etc/localtime"

  /// Reserves the variable, once, before the program starts other threads; rules can then be read beside them.
  package static func prepare() { LocalClock.reserveVariable() }

  /// The rules of a zone, such as `Europe/Berlin`; nil is the machine's own zone. The machine's zone is `TZ` if it is set, otherwise
  /// `/etc/localtime`, otherwise UTC. The rules cover the years 2000 to 2100. Reading them takes some milliseconds.
  package static func rules(of zone: String?) throws(ZoneError) -> ZoneRules {
    guard let zone, zone != "UTC" else { return zone == nil ? LocalClock.rules(of: nil) : .utc }
    guard isName(zone), isThere(zone) else {
      throw hasDatabase ? .unknown(zone, nearest: nearest(to: zone)) : .noDatabase(zone)
    }
    return LocalClock.rules(of: zone)
  }

  /// Whether a text could be the name of a zone; a path that leads out of the database is not.
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

  /// Whether the database has a zone of that name, and not another table. UTC needs no database.
  static func isThere(_ name: String) -> Bool {
    guard name != "UTC" else { return true }
    guard let bytes = try? ConfigurationFile.read("\(folder)/\(name)") else { return false }
    return bytes.starts(with: "TZif".utf8)
  }

  private static var hasDatabase: Bool { unsafe access(folder, R_OK) == 0 }

  /// The zone that the user probably meant, by its whole name or by its city.
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

  /// The names in the third column of `zone1970.tab`, or of its older form (tzdata's own list for people).
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

/// A fault in the name of a time zone.
package enum ZoneError: Error, Hashable, Sendable {
  /// There is no such zone; with the zone that the user probably meant.
  case unknown(String, nearest: String?)
  /// This machine has no time zones.
  case noDatabase(String)
}

extension ZoneError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let zone, let nearest):
      "there is no time zone \"\(zone)\""
        + (nearest.map { "; did you mean \($0)?" } ?? "; names are as Europe/Berlin or UTC (timedatectl list-timezones)")
    case .noDatabase(let zone):
      "the time zone \"\(zone)\" is not known, because \(ZoneDatabase.folder) is missing; install the package tzdata"
    }
  }
}

/// Reads a time zone's rules by the C library from the system's database. The library reads the zone of the variable `TZ`, so its value is
/// exchanged meanwhile. Other threads may read the environment if `reserveVariable` was called before they started. Then only a pointer
/// changes, and glibc never frees the old value.
enum LocalClock {
  private static let turn = Mutex<Void>(())
  /// The years 2000 to 2100, in seconds since 1970.
  private static let years: ClosedRange<Int64> = 946_684_800...4_102_444_800
  /// The step of the search in seconds; no rule is in force for a shorter time.
  private static let step: Int64 = 7 * 86_400

  /// The rules of a zone whose file exists; nil is the machine's own zone (C: `tzset`, `localtime_r`).
  static func rules(of zone: String?) -> ZoneRules {
    turn.withLock { _ in
      let usual = unsafe getenv("TZ").map { unsafe String(cString: $0) }
      // Without a colon, the library could take the name for a rule.
      if let zone { setVariable(":\(zone)") }
      tzset()
      defer {
        if zone != nil { setVariable(usual ?? ZoneDatabase.localVariable) }
        tzset()
      }
      return read()
    }
  }

  /// Puts the variable into the environment, so that later calls only exchange its value.
  static func reserveVariable() {
    guard unsafe getenv("TZ") == nil else { return }
    setVariable(ZoneDatabase.localVariable)
  }

  private static func setVariable(_ value: String) { _ = unsafe setenv("TZ", value, 1) }

  private static func read() -> ZoneRules {
    var rules = ZoneRules(first: offset(at: years.lowerBound))
    var offset = rules.first
    var time = years.lowerBound
    while time < years.upperBound {
      let next = time + step
      let later = self.offset(at: next)
      if later != offset {
        rules.changes.append(ZoneRules.Change(from: firstMoment(of: later, after: time, until: next), offset: later))
        offset = later
      }
      time = next
    }
    return rules
  }

  /// The moment at which an offset begins, which is in force at `end` and not at `start`.
  private static func firstMoment(of offset: Int, after start: Int64, until end: Int64) -> Int64 {
    var (before, after) = (start, end)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if self.offset(at: middle) == offset { after = middle } else { before = middle }
    }
    return after
  }

  private static func offset(at seconds: Int64) -> Int {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
    return unsafe parts.tm_gmtoff
  }
}
