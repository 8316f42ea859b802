import DisplayTypes
import Testing

@Suite struct ScreenMatchTests {
  private let dell = DisplayIdentity(make: "DEL", model: "DELL U2720Q", serial: "ABC123")

  @Test("no pattern fits every screen")
  func any() {
    #expect(ScreenMatch.any.matches(connectorName: "DP-1", identity: dell))
    #expect(ScreenMatch.any.matches(connectorName: "DP-1", identity: .unknown))
  }

  @Test("every given pattern must fit")
  func all() {
    let match = ScreenMatch(make: GlobPattern("DEL"), model: GlobPattern("DELL U27*"))
    #expect(match.matches(connectorName: "DP-1", identity: dell))
    var other = match
    other.serial = GlobPattern("X*")
    #expect(!other.matches(connectorName: "DP-1", identity: dell))
    other.serial = nil
    other.connector = GlobPattern("HDMI-*")
    #expect(!other.matches(connectorName: "DP-1", identity: dell))
    #expect(other.matches(connectorName: "HDMI-A-2", identity: dell))
  }

  @Test("a display without an identity fits no maker")
  func unknown() {
    #expect(!ScreenMatch(make: GlobPattern("DEL")).matches(connectorName: "DP-1", identity: .unknown))
    #expect(ScreenMatch(serial: GlobPattern("")).matches(connectorName: "DP-1", identity: .unknown))
  }

  @Test("the first rule that fits is taken")
  func firstRule() {
    let rules = [
      ModeRule(match: Sourced(ScreenMatch(make: GlobPattern("SAM")))),
      ModeRule(match: Sourced(ScreenMatch(connector: GlobPattern("DP-*"))), use: Sourced(.dark)),
      ModeRule(match: Sourced(.any), use: Sourced(.console)),
    ]
    #expect(rules.first(connectorName: "DP-1", identity: dell)?.use?.value == .dark)
    #expect(rules.first(connectorName: "HDMI-A-1", identity: dell)?.use?.value == .console)
    #expect(rules.prefix(1).map { $0 }.first(connectorName: "HDMI-A-1", identity: dell) == nil)
  }
}
