import DisplayTypes
import Testing

@testable import ContentModel

@Suite struct ZoneRulesTests {
  private func local(_ day: String, _ time: String) -> Int64 { Sample.utc(day, time).seconds }

  @Test func offsetsBeginWithTheirChange() {
    let change = Sample.utc("2026-03-29", "01:00").seconds
    #expect(Sample.berlin.offset(at: change - 1) == 3600)
    #expect(Sample.berlin.offset(at: change) == 7200)
    #expect(Sample.berlin.offset(at: .min) == 3600)
    #expect(Sample.berlin.offset(at: .max) == 3600)
  }

  @Test func aLocalTimeIsTheFirstMomentAtWhichClocksHaveReachedIt() {
    for rules in [Sample.berlin, Sample.odd, .utc] {
      for day in ["2026-03-26", "2026-03-27", "2026-03-28", "2026-03-29", "2026-04-04", "2026-04-05", "2026-10-25"] {
        for minute in stride(from: Int64(0), to: 1440, by: 10) {
          let wanted = Sample.utc(day).seconds + minute * 60
          // Reference: the first of all moments, a minute apart.
          let first = stride(from: wanted - 90_000, to: wanted + 90_000, by: 60).first {
            $0 + Int64(rules.offset(at: $0)) >= wanted
          }
          #expect(rules.moment(ofLocal: wanted) == first, "\(day) \(minute)")
        }
      }
    }
  }
}
