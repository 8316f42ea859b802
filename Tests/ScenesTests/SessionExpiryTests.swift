import DisplayTypes
import Testing

@testable import Scenes

@Suite("SessionExpiry")
struct SessionExpiryTests {
  private let today = 20_000
  private let identity = DisplayIdentity(make: "TST", model: "TV", serial: "1")

  private func display(_ day: Int?, identity: DisplayIdentity? = nil, on connector: String = "HDMI-A-1")
    -> DisplayRecord
  {
    DisplayRecord(identity: identity ?? self.identity, connector: connector, lastSeenDay: day)
  }

  private func isOver(_ displays: [DisplayRecord], day: Int? = nil, identity: DisplayIdentity? = nil) -> Bool {
    SessionExpiry(displays: displays, day: day ?? today).isOver(
      SceneSessionRecord(
        identifier: "1", app: "lobby", role: .externalDisplayNonInteractive, configuration: "main",
        identity: identity ?? self.identity, connector: "HDMI-A-1"))
  }

  @Test("a session goes when its display was not seen for more than 366 days")
  func year() {
    #expect(!isOver([display(today - 366)]))
    #expect(isOver([display(today - 367)]))
  }

  @Test("it stays if an equal display was seen elsewhere, or if the time is unknown")
  func equalDisplays() {
    #expect(!isOver([display(today - 400), display(today - 1, on: "DP-1")]))
    #expect(!isOver([display(today - 400), display(nil, on: "DP-1")]))
    #expect(!isOver([]))
  }

  @Test("displays without an identity are distinguished by connector")
  func unknown() {
    #expect(
      isOver(
        [display(today - 400, identity: .unknown), display(today, identity: .unknown, on: "DP-1")], identity: .unknown))
  }

  @Test("nothing goes by a clock that is behind, or was never set")
  func clockWrong() {
    #expect(!isOver([display(today - 400), display(today, identity: .unknown)], day: today - 1))
    #expect(!isOver([display(100)], day: SessionExpiry.firstCredibleDay - 1))
    #expect(isOver([display(100)], day: SessionExpiry.firstCredibleDay))
  }
}
