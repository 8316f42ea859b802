import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Sessions and choices follow their display.
@MainActor
struct DisplayMoveTests {
  let lobby = TestApp("lobby", 1)

  private func rig() -> SystemRig {
    SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()])
  }

  private func session(on name: String, _ rig: SystemRig) throws -> String? {
    try rig.coordinator(name).shownScene?.session.identifier
  }

  @Test("two displays that change places keep their sessions and choices")
  func swap() throws {
    let rig = rig()
    rig.plug(1, serial: "one")
    rig.plug(2, serial: "two")
    let sessions = [try session(on: "HDMI-A-1", rig), try session(on: "HDMI-A-2", rig)]
    try rig.coordinator("HDMI-A-1").setBlank(true) { _ in }
    rig.answer()
    for number in [1, 2] as [UInt64] { rig.unplug(number) }
    rig.advance(milliseconds: 2000)
    rig.plug(1, serial: "two")
    rig.plug(2, serial: "one")
    #expect([try session(on: "HDMI-A-2", rig), try session(on: "HDMI-A-1", rig)] == sessions)
    #expect(try rig.coordinator("HDMI-A-2").decision.picture.cover.isBlank)
    #expect(try !rig.coordinator("HDMI-A-1").decision.picture.cover.isBlank)
    #expect(rig.system.sessions.count == 2)
  }

  @Test("a display that comes to another connector within a second and a half has its session there")
  func move() throws {
    let rig = rig()
    rig.plug(1, serial: "one")
    let before = try session(on: "HDMI-A-1", rig)
    rig.unplug(1)
    rig.advance(milliseconds: 300)
    rig.plug(2, serial: "one")
    #expect(try session(on: "HDMI-A-2", rig) == before)
    #expect(lobby.log == ["connect", "disconnect unplug", "connect"])
    #expect(rig.system.sessions.count == 1)
    #expect(rig.system.coordinators.count == 1)
  }

  @Test("a display that is dark takes its choices along, and an equal one on its old connector is lit")
  func darkTwin() throws {
    let rig = rig()
    rig.plug(1, serial: "twin")
    try rig.coordinator("HDMI-A-1").setPower(false) { _ in }
    rig.answer()
    rig.unplug(1)
    rig.advance(milliseconds: 2000)
    rig.plug(2, serial: "twin")
    rig.plug(1, serial: "twin")
    #expect(rig.isLit(1))
    #expect(!rig.isLit(2))
  }

  @Test("a display without a name whose card returns with another connector has one scene, with its session")
  func cardReturns() throws {
    let rig = rig()
    rig.plug(1, name: "VGA-1", identity: .unknown)
    rig.unplug(1)
    rig.advance(milliseconds: 300)
    rig.plug(2, name: "VGA-1", identity: .unknown)
    #expect(lobby.log == ["connect", "disconnect unplug", "connect"])
    rig.advance(milliseconds: 2000)
    #expect(lobby.log.count == 3)
    #expect(rig.system.sessions.count == 1)
  }

  @Test("of two equal displays that are away for a moment, each returns to its own scene")
  func twins() throws {
    let rig = rig()
    for number in [1, 2] as [UInt64] { rig.plug(number, serial: "twin") }
    for number in [1, 2] as [UInt64] { rig.unplug(number) }
    rig.advance(milliseconds: 300)
    for number in [1, 2] as [UInt64] { rig.plug(number, serial: "twin") }
    #expect(lobby.log == ["connect", "connect"])
  }

  @Test(
    "if a start finds two equal displays, the one on the former connector keeps its session",
    arguments: [[1, 2], [2, 1]])
  func addedTwin(order: [UInt64]) throws {
    let before = rig()
    before.plug(2, serial: "twin")
    try before.coordinator("HDMI-A-2").setBlank(true) { _ in }
    before.answer()
    let session = try session(on: "HDMI-A-2", before)
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()], state: try #require(before.kept))
    rig.plug(together: order, serial: "twin")
    #expect(try self.session(on: "HDMI-A-2", rig) == session)
    #expect(try rig.coordinator("HDMI-A-2").decision.picture.cover.isBlank)
    #expect(try !rig.coordinator("HDMI-A-1").decision.picture.cover.isBlank)
    #expect(rig.system.sessions.count == 2)
  }

  @Test("a display that returns within a moment continues, although an equal one is reported before it")
  func returnsBesideATwin() throws {
    let rig = rig()
    rig.plug(2, serial: "twin")
    let session = try session(on: "HDMI-A-2", rig)
    rig.unplug(2)
    rig.advance(milliseconds: 300)
    rig.plug(together: [1, 2], serial: "twin")
    #expect(try self.session(on: "HDMI-A-2", rig) == session)
    #expect(lobby.log == ["connect", "connect"])
  }
}
