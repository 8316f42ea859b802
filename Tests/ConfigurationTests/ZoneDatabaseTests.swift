import Configuration
import ContentModel
import Foundation
import TestKit
import Testing

@Suite struct ZoneDatabaseTests {
  /// The system's own program is the reference.
  @Test(arguments: [
    "Europe/Berlin", "Europe/London", "Europe/Dublin", "America/New_York", "America/St_Johns", "America/Sao_Paulo",
    "America/Nuuk",
    "Asia/Kolkata", "Asia/Tehran", "Asia/Tokyo", "Asia/Gaza", "Africa/Casablanca", "Africa/Cairo",
    "Australia/Lord_Howe",
    "Australia/Sydney", "Pacific/Apia", "Pacific/Kiritimati", "Pacific/Chatham", "Pacific/Kwajalein",
    "Antarctica/Troll", "UTC",
    "Etc/GMT+5", "EST5EDT",
  ])
  func offsetsAreThoseOfTheSystem(zone: String) throws {
    let rules = try ZoneDatabase.rules(of: zone)
    // Every nine days and a bit, from 2000 to 2098.
    let moments = stride(from: Int64(947_000_000), to: 4_070_000_000, by: 800_011).map { $0 }
    let folder = try TemporaryFolder.make("zones")
    defer { TemporaryFolder.remove(folder) }
    try Data(moments.map { "@\($0)" }.joined(separator: "\n").utf8).write(to: URL(filePath: "\(folder)/moments"))
    let lines = try StartedProgram.run(
      ["date", "-f", "\(folder)/moments", "+%z"], environment: ["TZ=\(zone)", "LC_ALL=C"]
    ).output.split(separator: "\n")
    #expect(lines.count == moments.count)
    for (line, moment) in zip(lines, moments) {
      let offset = rules.offset(at: moment) / 60
      let hours = abs(offset) / 60
      let minutes = abs(offset) % 60
      let text =
        (offset < 0 ? "-" : "+") + (hours < 10 ? "0" : "") + "\(hours)" + (minutes < 10 ? "0" : "") + "\(minutes)"
      // The program writes -0000 for times before the place had inhabitants.
      #expect(line == text || line == "-0000" && text == "+0000", "\(zone) at \(moment)")
    }
  }

  @Test(arguments: [
    ("Europe/Berln", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), ("Berlin", "Europe/Berlin"),
    ("new york", "America/New_York"),
  ])
  func anUnknownZoneIsReportedWithASimilarOne(zone: String, nearest: String) {
    #expect(throws: ZoneError.unknown(zone, nearest: nearest)) { try ZoneDatabase.rules(of: zone) }
  }

  @Test(arguments: [
    "", "../../../etc/passwd", "/etc/localtime", "Europe", "zone.tab", "Mars/Olympus Mons", "Europe//Berlin", "a\0b",
  ])
  func otherNamesAreUnknownZones(zone: String) {
    #expect {
      try ZoneDatabase.rules(of: zone)
    } throws: { error in
      if case ZoneError.unknown = error { true } else { false }
    }
  }

  @Test func theMachinesOwnZoneIsKnown() throws {
    _ = try ZoneDatabase.rules(of: nil)
  }
}
