import DisplayTypes
import Testing
import Timeline

@Suite struct ZoneFileTests {
  /// A file of version 2 with these changes and that rule, built as RFC 9636 says.
  private func file(_ changes: [(Int64, UInt8)], types: [Int32], footer: String, leapSeconds: UInt32 = 0) -> [UInt8] {
    func header(_ counts: [UInt32]) -> [UInt8] {
      Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { big($0) }
    }
    func big(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    let empty = header([0, 0, 0, 0, 1, 1]) + big(Int32(0)) + [0, 0] + [0]
    let full = header([0, 0, leapSeconds, UInt32(changes.count), UInt32(types.count), 1])
    let block = changes.flatMap { big($0.0) } + changes.map(\.1) + types.flatMap { big($0) + [0, 0] } + [0]
    return empty + full + block + [UInt8](repeating: 0, count: Int(leapSeconds) * 12) + Array("\n\(footer)\n".utf8)
  }

  @Test func changesAndTheirRuleAreRead() throws {
    let bytes = file([(-100, 1), (1000, 0), (2000, 0)], types: [3600, 7200], footer: "CET-1")
    #expect(
      ZoneRules(file: bytes)
        == ZoneRules(first: 3600, changes: [.init(from: -100, offset: 7200), .init(from: 1000, offset: 3600)]))
  }

  @Test func afterTheLastChangeTheRuleGoesOn() throws {
    let last = Sample.utc("2025-10-26", "01:00").seconds
    let rules = try #require(
      ZoneRules(file: file([(last, 0)], types: [3600, 7200], footer: "CET-1CEST,M3.5.0,M10.5.0/3")))
    #expect(
      rules.changes.first { $0.from > Sample.utc("2026-01-01").seconds }
        == .init(from: Sample.utc("2026-03-29", "01:00").seconds, offset: 7200))
    #expect(rules.offset(at: Sample.utc("2099-07-01").seconds) == 7200)
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29", "01:00", 7200),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01", "06:00", -18_000),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-03-29", "01:00", 3600),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29", "01:00", -3600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-10-03", "16:00", 39_600), ("XXX0YYY,J60,300", "2028-03-01", "02:00", 3600),
    ("XXX0YYY,59,300", "2028-02-29", "02:00", 3600),
  ])
  func aRuleSaysWhenClocksAreChanged(rule: String, day: String, time: String, offset: Int) throws {
    let rules = try #require(ZoneRules(posix: rule))
    let moment = Sample.utc(day, time).seconds
    #expect(rules.offset(at: moment) == offset)
    #expect(rules.offset(at: moment - 1) != offset)
  }

  @Test(arguments: [
    "", "Europe/Berlin", "CE-1", "CET", "CET-1CEST,M13.1.0,M10.5.0", "CET-1CEST", "CET-1CEST,M3.5.0,M10.5.0/3x",
    "CET-168", "<CET-1",
  ])
  func whatIsNoRuleIsNone(text: String) {
    #expect(ZoneRules(posix: text) == nil)
  }

  @Test func filesWithLeapSecondsAndOthersAreRefused() {
    #expect(ZoneRules(file: file([], types: [0], footer: "UTC0", leapSeconds: 2)) == nil)
    #expect(ZoneRules(file: file([(5, 0), (4, 1)], types: [0, 60], footer: "UTC0")) == nil)
    #expect(ZoneRules(file: file([(5, 2)], types: [0, 60], footer: "UTC0")) == nil)
    #expect(ZoneRules(file: file([], types: [], footer: "UTC0")) == nil)
    #expect(ZoneRules(file: Array("# zone table".utf8)) == nil)
  }

  @Test func damagedFilesEndNothing() {
    let whole = file([(-100, 1), (1000, 0)], types: [3600, 7200], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
    var random = TestRandom(seed: 1)
    for length in whole.indices { _ = ZoneRules(file: Array(whole.prefix(length))) }
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      if let rules = ZoneRules(file: bytes) { _ = rules.moment(ofLocal: 1_800_000_000) }
    }
  }
}
