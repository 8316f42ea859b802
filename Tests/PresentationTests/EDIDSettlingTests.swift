import DisplayTypes
import Testing

@testable import Presentation

@Suite("EDIDSettling")
struct EDIDSettlingTests {
  typealias Finding = EDIDSettling.Finding

  static func at(milliseconds: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let finding: Finding
    let hadEDID: Bool
    let state: EDIDState
    let looksAgain: Bool
  }

  static func row(
    _ text: String, always: Bool, readable: Bool, modes: Bool, had: Bool = false, _ state: EDIDState, again: Bool
  ) -> Row {
    let finding = Finding(isConnected: true, alwaysHasEDID: always, hasReadableEDID: readable, hasModes: modes)
    return Row(testDescription: text, finding: finding, hadEDID: had, state: state, looksAgain: again)
  }

  static let rows = [
    row("HDMI with its EDID", always: true, readable: true, modes: true, .settled, again: false),
    row("HDMI with the kernel's guess", always: true, readable: false, modes: true, .guessed, again: true),
    row("HDMI with nothing", always: true, readable: false, modes: false, .guessed, again: true),
    row("HDMI with an EDID but no mode", always: true, readable: true, modes: false, .settled, again: true),
    row("VGA without EDID", always: false, readable: false, modes: true, .settled, again: false),
    row("VGA without anything", always: false, readable: false, modes: false, .guessed, again: true),
    row("VGA that had one", always: false, readable: false, modes: true, had: true, .guessed, again: true),
    row("VGA with one", always: false, readable: true, modes: true, had: true, .settled, again: false),
  ]

  @Test("a probe reports whether the EDID has settled", arguments: rows)
  func table(row: Row) {
    var settling = EDIDSettling()
    if row.hadEDID {
      settling.probed(
        Finding(isConnected: true, alwaysHasEDID: false, hasReadableEDID: true, hasModes: true),
        at: Self.at(milliseconds: 1))
      settling.probed(
        Finding(isConnected: false, alwaysHasEDID: false, hasReadableEDID: false, hasModes: false),
        at: Self.at(milliseconds: 2))
    }
    settling.probed(row.finding, at: Self.at(milliseconds: 1000))
    #expect(settling.state == row.state)
    #expect(settling.nextProbe == (row.looksAgain ? Self.at(milliseconds: 1250) : nil))
  }

  static let missing = Finding(isConnected: true, alwaysHasEDID: true, hasReadableEDID: false, hasModes: true)
  static let gone = Finding(isConnected: false, alwaysHasEDID: true, hasReadableEDID: false, hasModes: false)
  static let whole = Finding(isConnected: true, alwaysHasEDID: true, hasReadableEDID: true, hasModes: true)

  /// Looks whenever one is due, and returns the milliseconds between looks.
  static func gaps(of settling: inout EDIDSettling, from start: MonotonicTime) -> [UInt64] {
    var gaps: [UInt64] = []
    var now = start
    settling.probed(missing, at: now)
    while let next = settling.nextProbe, gaps.count < 100 {
      gaps.append(next.nanoseconds(since: now) / 1_000_000)
      now = next
      settling.probeBegan()
      settling.probed(missing, at: now)
    }
    return gaps
  }

  static let allGaps: [UInt64] =
    [250] + Array(repeating: 750, count: 7) + [2000, 4000, 8000, 15000, 30000] + Array(repeating: 60000, count: 10)

  @Test("a missing EDID is probed with back-off, then each minute for ten minutes, and then not again")
  func backOff() {
    var settling = EDIDSettling()
    #expect(Self.gaps(of: &settling, from: Self.at(milliseconds: 5)) == Self.allGaps)
    #expect(settling.state == .guessed)
    #expect(settling.nextProbe == nil)
  }

  @Test("an event restarts the back-off, also after its end")
  func event() {
    var settling = EDIDSettling()
    _ = Self.gaps(of: &settling, from: Self.at(milliseconds: 5))
    settling.hotplugged()
    #expect(Self.gaps(of: &settling, from: Self.at(milliseconds: 9_000_000)) == Self.allGaps)
  }

  @Test("a replug restarts the back-off")
  func replug() {
    var settling = EDIDSettling()
    _ = Self.gaps(of: &settling, from: Self.at(milliseconds: 5))
    settling.probed(Self.gone, at: Self.at(milliseconds: 9_000_000))
    #expect(settling.nextProbe == nil)
    #expect(settling.state == .settled)
    #expect(Self.gaps(of: &settling, from: Self.at(milliseconds: 9_100_000)) == Self.allGaps)
  }

  @Test("the EDID's arrival ends the probes, and its loss while connected starts them")
  func arrivalAndLoss() {
    var settling = EDIDSettling()
    settling.probed(Self.missing, at: Self.at(milliseconds: 0))
    settling.probed(Self.missing, at: Self.at(milliseconds: 250))
    settling.probed(Self.whole, at: Self.at(milliseconds: 1250))
    #expect(settling.state == .settled)
    #expect(settling.nextProbe == nil)
    settling.probed(Self.missing, at: Self.at(milliseconds: 5000))
    #expect(settling.state == .guessed)
    #expect(settling.nextProbe == Self.at(milliseconds: 5250))
  }

  @Test("a look under way is not due again")
  func underWay() {
    var settling = EDIDSettling()
    settling.probed(Self.missing, at: Self.at(milliseconds: 0))
    settling.probeBegan()
    #expect(settling.nextProbe == nil)
    settling.probed(Self.missing, at: Self.at(milliseconds: 3250))
    #expect(settling.nextProbe == Self.at(milliseconds: 4000))
  }

  @Test("times at the end of the clock do not overflow")
  func saturates() {
    var settling = EDIDSettling()
    settling.probed(Self.missing, at: MonotonicTime(nanoseconds: .max))
    #expect(settling.nextProbe == MonotonicTime(nanoseconds: .max))
  }
}
